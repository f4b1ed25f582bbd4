import DaybookEvents
import DaybookLog
import LMDB

extension Moment {
  /// Hands over the events that write to the rows of an entity, in the order of application, with
  /// their payloads in place: erased and impossible ones are passed over.
  ///
  /// - Parameters:
  ///   - withOthers: also events that are about it in the second place, such as a tag's.
  ///   - body: gets what the event's command observed as something to ask for: it is looked up
  ///     only where that decides anything. It must be asked for every event that is folded.
  func scanWrites(
    about id: EntityID, withOthers: Bool = false, _ transaction: borrowing ReadTransaction,
    _ body: (
      _ event: StoredEvent, _ payload: Span<UInt8>, _ observed: () throws -> LocalVector
    ) throws -> ScanStep
  ) throws {
    var lastLog: LogNumber?
    var logsDiffer = false
    try log.scanHistory(of: id, transaction) { event, bytes in
      guard withOthers || event.header.entity == id, let payload = event.payload,
        try isSound(event, transaction)
      else { return .next }
      return try body(event, bytes.extracting(payload)) {
        // Whatever lies before a write in its own log it supersedes in any case.
        logsDiffer = logsDiffer || event.log != lastLog ?? event.log
        lastLog = event.log
        return logsDiffer
          ? try log.observed(by: event.header.commandFirst, in: event.log, state, transaction)
          : LocalVector()
      }
    }
  }

  /// Whether an event is no part of an impossible command.
  func isSound(
    _ event: StoredEvent, _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    guard state.impossibleEvents > 0 else { return true }
    return try !log.command(of: event, state, transaction).isImpossible
  }
}
