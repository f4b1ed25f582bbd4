import DaybookEvents
import DaybookLog

extension FoldTable {
  /// Folds what an event writes into the rows that were found for it. Live views, builds and the
  /// past all come through here.
  ///
  /// - Parameters:
  ///   - writes: the writes, with the indexes of rows; what is written to others is passed over.
  ///   - origin: the event.
  ///   - payload: what it says; values that were not made lie in it.
  ///   - observed: what its command was written on top of.
  ///   - withdrawn: what counts no more.
  ///   - isWanted: asked of each write, with its place among those of the event.
  mutating func fold(
    _ writes: EventWrites, of origin: WriteOrigin, _ payload: Span<UInt8>, observed: LocalVector,
    without withdrawn: WithdrawnWrites,
    where isWanted: (_ row: RowKey, _ field: FieldKey, _ place: Int) -> Bool = { _, _, _ in true }
  ) {
    var note: Int32?
    var next = 0
    for row in writes.rows {
      let places = next..<row.end
      next = row.end
      guard let index = row.index else { continue }
      for place in places {
        let write = writes.writes[place]
        guard isWanted(row.key, write.key, place) else { continue }
        if !withdrawn.isEmpty, withdrawn.contains(origin.event, row.key, write.key) { continue }
        let event = note ?? begin(origin)
        note = event
        if write.isMade {
          let made = writes.made
          let value = made.span.extracting(write.value)
          fold(write.key, of: index, event, observed: observed, value)
        } else {
          let value = payload.extracting(write.value)
          fold(write.key, of: index, event, observed: observed, value)
        }
      }
    }
  }
}
