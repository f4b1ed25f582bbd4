import DaybookEvents
public import DaybookText

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

/// Fields and tags of a note to write; what is not listed stays as it is. Its encoding is the
/// payload of `noteAdded` and `noteEdited`.
public struct NoteChange: Hashable, Sendable {
  /// Values by the place of their field in the note's type, from 0.
  public var fields: [Int: Text] = [:]
  /// Tags to put on.
  public var tagsOn: [String] = []
  /// Tags to take off.
  public var tagsOff: [String] = []
  /// What an import saw in its source.
  package var source: [UInt8]?
  /// Fields of another program; an empty value removes one.
  package var extras: [ExtraField] = []

  /// Nothing to write.
  public init() {}

  /// Whether nothing is to be written.
  public var isEmpty: Bool { self == NoteChange() }

  /// The most fields that a note has.
  package static let fieldLimit = 1024

  /// The payload.
  package var encoded: [UInt8] {
    var wire = WireWriter()
    for (index, value) in fields.sorted(by: { $0.key < $1.key }) {
      wire.message(1) {
        if index > 0 { $0.varint(1, UInt64(index)) }
        $0.bytes(2, value.bytes)
      }
    }
    for tag in tagsOn { wire.text(2, tag) }
    for tag in tagsOff { wire.text(3, tag) }
    if let source { wire.bytes(4, source) }
    for extra in extras { wire.bytes(5, extra.encoded) }
    return wire.bytes
  }

  static func reduce(
    _ payload: Span<UInt8>, _ row: RowKey, _ writes: inout EventWrites
  ) throws(WireError) {
    var reader = WireReader(payload)
    while let field = try reader.next(in: payload) {
      guard let range = field.range else { continue }
      let value = payload.extracting(range)
      switch field.number {
      case 1:
        let index = value.number(1) ?? 0
        guard index < UInt64(fieldLimit) else { continue }
        let content = value.content(2) ?? 0..<0
        writes.add(
          row, FieldKey(.noteField, UInt128(index)),
          payload: range.lowerBound + content.lowerBound..<range.lowerBound + content.upperBound)
      case 2, 3:
        let tag = NoteTag(name: value.array(), isOn: field.number == 2)
        writes.add(row, FieldKey(.noteTag, tag.part)) { $0 += tag.encoded }
      case 4: writes.add(row, .source, payload: range)
      case 5:
        guard let extra = ExtraField(reading: value.array()) else { continue }
        writes.add(row, FieldKey(.extra, extra.part), payload: range)
      default: break
      }
    }
  }
}

/// A tag of a note: the value of its register says whether it is on, and how it is spelled.
struct NoteTag: Equatable {
  let name: [UInt8]
  let isOn: Bool

  /// The part of the register's key.
  var part: UInt128 { Tag.id(String(decoding: name, as: UTF8.self)).rawValue }

  /// The register's value.
  var encoded: [UInt8] { [isOn ? 1 : 0] + name }

  init(name: [UInt8], isOn: Bool) {
    self.name = name
    self.isOn = isOn
  }

  /// Reads a register's value.
  init(reading value: [UInt8]) {
    self.init(name: Array(value.dropFirst()), isOn: value.first == 1)
  }
}
