package import DaybookEvents

/// A pure function that turns one old version of a payload into the next one, at reading time.
/// The log itself is never rewritten. Besides the payload it sees the event's name, from which
/// payloads may have left something to be derived; never a view, a clock or another event.
///
/// A step knows only fields and numbers, never today's types: those change, and the step must go
/// on giving what it gave when it was released. `Migrations.md` says how one is added.
package struct Upcaster: Sendable {
  /// The kind of event it is for.
  package let kind: EventKind
  /// The version it reads; it makes the one after.
  package let fromVersion: UInt32
  private let transform: @Sendable (inout PayloadFields, EventName) -> Void

  /// Declares a step.
  package init(
    kind: EventKind, fromVersion: UInt32,
    _ transform: @escaping @Sendable (inout PayloadFields, EventName) -> Void
  ) {
    self.kind = kind
    self.fromVersion = fromVersion
    self.transform = transform
  }

  /// The payload of the event of that name in the shape of the next version.
  ///
  /// - Throws: ``WireError`` when the payload is no sequence of fields.
  package func upcast(
    _ payload: [UInt8], of name: EventName
  ) throws(WireError) -> [UInt8] {
    var fields = try PayloadFields(payload)
    transform(&fields, name)
    return fields.payload
  }
}
