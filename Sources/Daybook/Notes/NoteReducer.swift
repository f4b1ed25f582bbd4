import DaybookEvents

/// What the events about notes, their types and their media write.
enum NoteReducer {
  /// Lists the writes of one event.
  ///
  /// - Throws: ``WireError`` when its payload cannot be read, so that it is silent.
  static func reduce(
    _ kind: EventKind, _ header: EventHeader, _ name: EventName, _ payload: Span<UInt8>,
    _ writes: inout EventWrites
  ) throws(WireError) {
    let row = RowKey(kind.noteRow, header.entity)
    switch kind {
    case .noteTypeDefined:
      try payload.forEachField { _ in }
      guard let name = payload.content(1), let definition = payload.content(2) else { return }
      writes.add(row, isLive: true)
      writes.add(row, .name, payload: name)
      writes.add(row, .definition, payload: definition)
    case .noteAdded:
      guard let type = header.second else { return }
      writes.add(row, isLive: true)
      writes.add(row, FieldKey(.created), CreationTime(header).write)
      writes.add(row, .noteType, type)
      try NoteChange.reduce(payload, row, &writes)
    case .noteEdited:
      writes.add(row, isLive: true)
      if let type = header.second { writes.add(row, .noteType, type) }
      try NoteChange.reduce(payload, row, &writes)
    case .mediaRemoved:
      try payload.forEachField { _ in }
      writes.add(row, .mediaFile, [])
    case .mediaAdded:
      try payload.forEachField { _ in }
      guard MediaFile(reading: payload.array()) != nil else { return }
      writes.add(row, .mediaFile, payload: 0..<payload.count)
    default:
      try payload.forEachField { _ in }
      writes.add(row, isLive: kind != .noteDeleted)
    }
  }
}

extension EventKind {
  fileprivate var noteRow: RowKind {
    switch self {
    case .noteTypeDefined: .noteType
    case .mediaAdded, .mediaRemoved: .media
    default: .note
    }
  }
}
