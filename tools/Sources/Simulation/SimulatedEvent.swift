import Daybook
package import DaybookEvents
package import DaybookLog

/// An event to be written, and what it writes by the rules of the design.
package struct SimulatedEvent {
  package typealias Writes = [(key: ModelKey, value: [UInt8])]
  package let draft: EventDraft
  /// Made when the event has its place: some values hold its time or name.
  package let writes: (EventHeader, EventName) -> Writes
  /// The writes that it withdraws.
  package var withdrawn: [ModelKey: [EventName]] = [:]

  package init(
    _ kind: EventKind, _ entity: EntityID, second: EntityID? = nil, payload: [UInt8] = [],
    writes: @escaping (EventHeader, EventName) -> Writes
  ) {
    self.init(EventDraft(kind, entity, second: second, payload: payload), writes: writes)
  }

  package init(_ draft: EventDraft, writes: @escaping (EventHeader, EventName) -> Writes) {
    self.draft = draft
    self.writes = writes
  }
}
