import DaybookEvents

/// A row of the index: the positions of some of the events about one entity, which follow each
/// other. The first stands in the key, behind the handle; the value holds the distance from each
/// to the next, as varints.
struct EntityRow {
  /// How long a value grows before the next position begins a new row.
  static let byteLimit = 128
  static let keyByteCount = 24

  let handle: UInt128
  let first: UInt64
  private(set) var last: UInt64
  private(set) var distances = WireWriter()

  /// A row of one position.
  init(_ entry: EntityEntry) {
    handle = entry.handle
    (first, last) = (entry.position, entry.position)
  }

  /// Reads a row, so that it can go on.
  ///
  /// - Throws: ``LogError/damaged(_:)``.
  init(key: Span<UInt8>, value: Span<UInt8>) throws(LogError) {
    var last: UInt64 = 0
    try Self.read(key: key, value: value) { last = $0 }
    handle = key.bigEndian128(at: 0)
    first = key.bigEndian64(at: 16)
    self.last = last
    distances.append(value)
  }

  /// Whether the next position belongs into a new row.
  var isFull: Bool { distances.bytes.count >= Self.byteLimit }

  /// Whether another row of the same entity may follow one with this value: the last alone grows.
  static func isFull(_ value: Span<UInt8>) -> Bool { value.count >= byteLimit }

  /// The key of the row.
  var key: InlineArray<24, UInt8> { EntityEntry(handle: handle, position: first).bytes }

  /// Adds a position after the last.
  mutating func append(_ position: UInt64) {
    distances.raw(position - last)
    last = position
  }

  /// Hands over the positions of a row.
  ///
  /// - Throws: ``LogError/damaged(_:)``.
  static func read(
    key: Span<UInt8>, value: Span<UInt8>, _ body: (UInt64) -> Void
  ) throws(LogError) {
    guard key.count == keyByteCount else { throw .damaged(.index) }
    var position = key.bigEndian64(at: 16)
    body(position)
    var reader = WireReader(value)
    while !reader.isAtEnd {
      do throws(WireError) {
        let (next, isTooLarge) = try reader.varint(in: value).addingReportingOverflow(position)
        guard !isTooLarge, next > position else { throw .malformed(offset: 0) }
        position = next
      } catch {
        throw .damaged(.index)
      }
      body(position)
    }
  }
}
