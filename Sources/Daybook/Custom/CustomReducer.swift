import DaybookEvents

/// What the events about things of other programs write.
enum CustomReducer {
  /// Lists the writes of one event.
  ///
  /// - Throws: ``WireError`` when its payload cannot be read, so that it is silent.
  static func reduce(
    _ kind: EventKind, _ header: EventHeader, _ name: EventName, _ payload: Span<UInt8>,
    _ writes: inout EventWrites
  ) throws(WireError) {
    let row = RowKey(.custom, header.entity)
    guard kind == .customRecorded else {
      try payload.forEachField { _ in }
      return writes.add(row, isLive: kind != .customDeleted)
    }
    var values: [Range<Int>] = []
    try payload.forEachField { field in
      if field.number == 3, let range = field.range { values.append(range) }
    }
    writes.add(row, isLive: true)
    if payload.number(4) == 1 { writes.add(row, FieldKey(.created), CreationTime(header).write) }
    if let kind = payload.content(1), !kind.isEmpty {
      writes.add(row, .customKind, payload: kind)
    }
    for range in values {
      let value = payload.extracting(range)
      guard let name = value.content(1), !name.isEmpty else { continue }
      let part = NamedCustomValue.part(of: String(decoding: value.array(name), as: UTF8.self))
      writes.add(row, FieldKey(.customValue, part), payload: range)
    }
  }
}
