import DaybookLog

/// What a merge takes over in one transaction.
struct MergeBatch {
  /// The commands that came.
  let queue: ReceivingQueue
  /// Whether all has been received. Commands that came without payloads are then applied with the
  /// erasures that cover them.
  let isLast: Bool
  /// What people call where they come from.
  let source: String
  /// What the merge has done before.
  let report: MergeReport
  /// Commands that are known not to be applicable.
  var waiting = InapplicableCommands()

  /// What became of it.
  enum Outcome {
    /// It is taken over, with what is left for the next.
    case taken(MergeReport, rest: ReceivingQueue)
    /// It cannot be kept with these commands in it: nothing is.
    case inapplicable(InapplicableCommands)
  }

  /// A batch; without commands, of what waits here already.
  init(
    _ queue: ReceivingQueue = ReceivingQueue(), isLast: Bool = true, from source: String,
    after report: MergeReport
  ) {
    self.queue = queue
    self.isLast = isLast
    self.source = source
    self.report = report
  }
}
