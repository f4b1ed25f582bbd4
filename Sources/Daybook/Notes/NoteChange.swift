import DaybookEvents
public import DaybookText

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
