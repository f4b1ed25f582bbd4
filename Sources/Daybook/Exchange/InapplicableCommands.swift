import DaybookEvents
import DaybookLog
import LMDB

/// Received commands that a transaction has applied and cannot keep. It is given up and repeated
/// while they wait, with all that observed them; everything else arrives.
struct InapplicableCommands {
  /// Those that came without payloads, and that no erasure in the transaction covers.
  var unproven: Set<EventName> = []
  /// Those that fold something anew of which an event is damaged here: an erasure, a correction of
  /// a clock, a decision taken back. They are tried again by every merge, and applied once the
  /// event is as it was.
  var unfoldable: Set<EventName> = []

  /// Whether there are none.
  var isEmpty: Bool { unproven.isEmpty && unfoldable.isEmpty }

  /// Adds others.
  mutating func formUnion(_ others: InapplicableCommands) {
    unproven.formUnion(others.unproven)
    unfoldable.formUnion(others.unfoldable)
  }

  /// Runs what finishes and folds commands. Where damage keeps it from that, says which of them are
  /// to blame.
  ///
  /// - Parameters:
  ///   - writer: what appended them.
  ///   - entries: the views they are folded into.
  /// - Returns: those to blame, with the transaction of no use then; none where all is folded.
  /// - Throws: what `body` throws, where none of them is to blame.
  static func found(
    among commands: [AppliedCommand], _ writer: inout LogWriter,
    _ entries: [ViewName: ViewEntry], _ transaction: inout WriteTransaction,
    _ body: (inout LogWriter, inout WriteTransaction) throws -> Void
  ) throws -> InapplicableCommands {
    do {
      try body(&writer, &transaction)
      return InapplicableCommands()
    } catch let error as LogError {
      guard case .damaged = error else { throw error }
      let batch = ViewBatch(entries: entries, writer.state)
      let found = try batch.unfoldable(among: commands, writer, transaction.reading)
      guard !found.isEmpty else { throw error }
      return InapplicableCommands(unfoldable: found)
    }
  }
}
