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

  private struct Found: Error {
    let commands: InapplicableCommands
  }

  /// What the transaction is given up with.
  var reason: any Error { Found(commands: self) }

  /// Repeats a transaction without what it finds that it cannot keep.
  static func waiting<Result>(_ body: (InapplicableCommands) throws -> Result) throws -> Result {
    var all = InapplicableCommands()
    while true {
      do {
        return try body(all)
      } catch let found as Found {
        all.unproven.formUnion(found.commands.unproven)
        all.unfoldable.formUnion(found.commands.unfoldable)
      }
    }
  }

  /// Runs what finishes and folds commands. Where damage keeps it from that, says which of them are
  /// to blame.
  ///
  /// - Parameters:
  ///   - writer: what appended them.
  ///   - entries: the views they are folded into.
  /// - Throws: their ``reason``; what `body` throws, where none of them is to blame.
  static func finding(
    among commands: [AppliedCommand], _ writer: inout LogWriter,
    _ entries: [ViewName: ViewEntry], _ transaction: inout WriteTransaction,
    _ body: (inout LogWriter, inout WriteTransaction) throws -> Void
  ) throws {
    do {
      try body(&writer, &transaction)
    } catch let error as LogError {
      guard case .damaged = error else { throw error }
      let batch = ViewBatch(entries: entries, writer.state)
      let found = try batch.unfoldable(among: commands, writer, transaction.reading)
      guard !found.isEmpty else { throw error }
      throw InapplicableCommands(unfoldable: found).reason
    }
  }
}
