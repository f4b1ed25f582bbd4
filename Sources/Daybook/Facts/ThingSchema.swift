import DaybookEvents

/// What a kind of thing is beside its row: the events that make, change and delete one. A feature
/// declares one in the ``RowSchema`` of a row that people name by its id. A kind without rules of
/// its own is folded, labelled, listed, undone, exported and imported by it alone.
package struct ThingSchema: Sendable {
  /// What a document calls the list of them: never change it.
  package let plural: String
  /// The event that makes one.
  let creates: EventKind
  /// The event that writes its fields.
  let edits: EventKind
  /// The event that deletes it.
  let deletes: EventKind
  /// The event that brings it back.
  let restores: EventKind
  /// The event that joins it into another of its kind; nil where nothing does.
  var joins: EventKind?
  /// The registers that the first two events write, by their numbers in the payload: never
  /// renumber or reuse one. A payload holds values as registers do.
  let registers: [(number: UInt32, field: Field)]
  /// Fields there is one of that events of their own write.
  var otherFields: [Field] = []
  /// The field that people call it by; nil where that is made of more.
  var label: Field?
  /// Whether a command takes such a name for an id: then ``ViewIndex/name`` has an entry of it.
  var isFoundByName = false

  /// What an event does to the life of a thing.
  package enum Step: Sendable {
    case made, deleted, restored, joined
  }

  /// All fields there is one of, but for life and creation.
  package var fields: [Field] { registers.map(\.field) + otherFields }

  /// The payload of an event that writes some of the registers.
  func payload(_ values: [Field: [UInt8]]) -> [UInt8] {
    var wire = WireWriter()
    for (number, field) in registers {
      if let value = values[field] { wire.bytes(number, value) }
    }
    return wire.bytes
  }

  /// Lists the writes of an event about such a thing.
  ///
  /// - Throws: ``WireError`` when its payload cannot be read, so that it is silent.
  func reduce(
    _ kind: EventKind, _ header: EventHeader, _ payload: Span<UInt8>, _ row: RowKey,
    _ writes: inout EventWrites
  ) throws(WireError) {
    try payload.forEachField { _ in }
    switch kind {
    case creates:
      writes.add(row, isLive: true)
      writes.add(row, FieldKey(.created), CreationTime(header).write)
    case edits: writes.add(row, isLive: true)
    case deletes: return writes.add(row, isLive: false)
    case joins:
      guard let other = header.second, other != header.entity else { return }
      return writes.add(
        row, joinedInto: other, at: payload.extracting(payload.content(1) ?? 0..<0))
    default: return writes.add(row, isLive: true)
    }
    for (number, field) in registers {
      if let value = payload.content(number) { writes.add(row, field, payload: value) }
    }
  }
}

extension EventSchema {
  /// All events about things of a kind without rules of its own.
  ///
  /// - Precondition: Its row declares a ``ThingSchema``.
  static func ofThings(_ row: RowSchema) -> EventSchema {
    guard let thing = row.thing else { preconditionFailure("\(row.name) is no kind of thing.") }
    let kinds = [thing.creates, thing.edits, thing.deletes, thing.restores, thing.joins]
    return EventSchema(
      kinds: kinds.compactMap(\.self),
      reduce: { kind, header, _, payload, writes throws(WireError) in
        try thing.reduce(kind, header, payload, RowKey(row.kind, header.entity), &writes)
      })
  }
}
