package import DaybookEvents

/// What the events about items write.
package enum ItemReducer {
  /// The writes of one event; none when its payload cannot be read, so that it is silent.
  package static func writes(
    _ kind: EventKind, _ header: EventHeader, _ payload: Payload
  ) -> [RegisterWrite] {
    let row = RowKey(.item, header.entity)
    let live = RegisterWrite(row, .life, Life.live)
    switch kind {
    case .itemCaptured:
      return [live, RegisterWrite(row, .created, CreationTime(header).encoded)]
        + fields(payload, row)
    case .itemEdited: return [live] + fields(payload, row)
    case .itemDeleted: return [RegisterWrite(row, .life, Life.deleted)]
    case .itemRestored: return [live]
    case .itemTagged, .itemUntagged: return tag(kind == .itemTagged, header, payload, row)
    default: return []
    }
  }

  private static func fields(_ payload: Payload, _ row: RowKey) -> [RegisterWrite] {
    var writes = ItemChange.registers.compactMap { number, field in
      payload.bytes(number).map { RegisterWrite(row, field, $0) }
    }
    for bytes in payload.all(8) {
      if let extra = ExtraField(reading: bytes) {
        writes.append(RegisterWrite(row, FieldKey(.extra, extra.part), bytes))
      }
    }
    return writes
  }

  private static func tag(
    _ isOn: Bool, _ header: EventHeader, _ payload: Payload, _ row: RowKey
  ) -> [RegisterWrite] {
    guard let name = payload.bytes(1), let tag = header.second else { return [] }
    var writes = [
      RegisterWrite(row, .life, Life.live),
      RegisterWrite(row, FieldKey(.tag, tag.rawValue), [isOn ? 1 : 0]),
    ]
    if isOn { writes.append(RegisterWrite(RowKey(.tag, tag), .tagName, name)) }
    return writes
  }
}

/// When a thing came to be: what an import says, or the time of writing.
package struct CreationTime: Equatable, Sendable {
  /// Milliseconds since 1970.
  package let milliseconds: Int64
  /// Minutes east of UTC.
  package let offsetMinutes: Int

  init(_ header: EventHeader) {
    milliseconds = header.occurredAt ?? header.recordedAt
    offsetMinutes = header.offsetMinutes
  }

  var encoded: [UInt8] {
    var wire = WireWriter()
    wire.signed(1, milliseconds)
    if offsetMinutes != 0 { wire.signed(2, Int64(offsetMinutes)) }
    return wire.bytes
  }

  /// Reads a register's value.
  package init(reading bytes: [UInt8]) {
    let payload = try? Payload(bytes)  // written by ourselves; another shape shows as 1970
    milliseconds = payload?.signed(1) ?? 0
    offsetMinutes = Int(payload?.signed(2) ?? 0)
  }
}
