import DaybookEvents

/// What the events about items write.
enum ItemReducer {
  /// Lists the writes of one event.
  ///
  /// - Throws: ``WireError`` when its payload cannot be read, so that it is silent.
  static func reduce(
    _ kind: EventKind, _ header: EventHeader, _ name: EventName, _ payload: Span<UInt8>,
    _ writes: inout EventWrites
  ) throws(WireError) {
    let row = RowKey(.item, header.entity)
    switch kind {
    case .itemCaptured:
      writes.add(row, isLive: true)
      writes.add(row, FieldKey(.created), CreationTime(header).write)
      try fields(payload, row, &writes)
    case .itemEdited:
      writes.add(row, isLive: true)
      try fields(payload, row, &writes)
    case .itemTagged, .itemUntagged:
      try tag(kind == .itemTagged, header, payload, row, &writes)
    default:
      try payload.forEachField { _ in }
      writes.add(row, isLive: kind != .itemDeleted)
    }
  }

  private static func fields(
    _ payload: Span<UInt8>, _ row: RowKey, _ writes: inout EventWrites
  ) throws(WireError) {
    var reader = WireReader(payload)
    while let field = try reader.next(in: payload) {
      guard let range = field.range else { continue }
      if let register = ItemChange.register(field.number) {
        writes.add(row, register, payload: range)
      } else if field.number == ItemChange.extraNumber,
        let extra = ExtraField(reading: payload.array(range))
      {
        writes.add(row, FieldKey(.extra, extra.part), payload: range)
      }
    }
  }

  private static func tag(
    _ isOn: Bool, _ header: EventHeader, _ payload: Span<UInt8>, _ row: RowKey,
    _ writes: inout EventWrites
  ) throws(WireError) {
    try payload.forEachField { _ in }
    guard let name = payload.content(1), let tag = header.second else { return }
    writes.add(row, isLive: true)
    writes.add(row, FieldKey(.tag, tag.rawValue)) { $0.append(isOn ? 1 : 0) }
    if isOn { writes.add(RowKey(.tag, tag), .tagName, payload: name) }
  }
}
