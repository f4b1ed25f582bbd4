package import DaybookEvents

/// Heads of logs as they go over the wire, in `hello`, `welcome`, `want` and bundle headers.
package struct HeadList: Equatable, Sendable {
  /// The version of exchange and bundle format this program speaks.
  package static let currentVersion: UInt64 = 1
  /// The most heads that are read.
  package static let limit = 65_536

  /// The format version of the sender.
  package var version = currentVersion
  /// Heads, or other events held in common.
  package var names: [EventName]
  /// In `welcome`: which of the names of the `hello` the sender holds.
  package var held: [UInt64] = []
  /// In `welcome`: how many commands wait at the sender for what they observed.
  package var waiting: UInt64 = 0
  /// In a bundle header: the name of the replica that made it.
  package var replicaName: [UInt8] = []
  /// In a bundle header: when it was made, milliseconds since 1970.
  package var madeAt: Int64 = 0
  /// In the header of a bundle that a remote holds: the events in it.
  package var ranges: [LinkedRange] = []
  /// In such a header: how many bytes follow it.
  package var contentByteCount: UInt64 = 0
  /// In such a header: how many events the replica that made it had erased.
  package var erasedEvents: UInt64 = 0
  /// In `welcome`: whether the sender takes over what is offered.
  package var takesOffers = false
  /// In `welcome`, `receipt` and `wantedFiles`: the digests of files that the sender lacks.
  package var lackedFiles: [[UInt8]] = []

  /// Lists names.
  package init(_ names: [EventName], held: [UInt64] = []) {
    self.names = names
    self.held = held
  }

  /// The bytes to send.
  package func encoded() -> [UInt8] {
    var wire = WireWriter()
    wire.varint(1, version)
    for name in names {
      wire.message(2) { name.encode(to: &$0) }
    }
    for index in held { wire.varint(3, index) }
    if !replicaName.isEmpty { wire.bytes(4, replicaName) }
    if madeAt != 0 { wire.signed(5, madeAt) }
    if waiting != 0 { wire.varint(6, waiting) }
    for range in ranges { wire.message(7) { range.encode(to: &$0) } }
    if contentByteCount != 0 { wire.varint(8, contentByteCount) }
    if erasedEvents != 0 { wire.varint(9, erasedEvents) }
    if takesOffers { wire.varint(10, 1) }
    for digest in lackedFiles { wire.bytes(11, digest) }
    return wire.bytes
  }

  /// Reads a list.
  ///
  /// - Throws: ``LogError/segmentMalformed``, ``LogError/newerBundle(version:)``.
  package init(reading content: [UInt8]) throws {
    self.init([])
    let bytes = content.span
    do {
      var reader = WireReader(bytes)
      while let field = try reader.next(in: bytes) {
        guard names.count < Self.limit, held.count < Self.limit, ranges.count < Self.limit,
          lackedFiles.count < Self.limit
        else {
          throw LogError.segmentMalformed
        }
        switch field.number {
        case 1: version = field.value
        case 2: names.append(try EventName(reading: bytes, in: field.range ?? 0..<0))
        case 3: held.append(field.value)
        case 4: replicaName = field.range.map { bytes.array($0) } ?? []
        case 5: madeAt = field.signed
        case 6: waiting = field.value
        case 7: ranges.append(try LinkedRange(reading: bytes, in: field.range ?? 0..<0))
        case 8: contentByteCount = field.value
        case 9: erasedEvents = field.value
        case 10: takesOffers = field.value == 1
        case 11: lackedFiles.append(field.range.map { bytes.array($0) } ?? [])
        default: break
        }
      }
    } catch is WireError {
      throw LogError.segmentMalformed
    }
    guard version <= Self.currentVersion else { throw LogError.newerBundle(version: version) }
  }
}
