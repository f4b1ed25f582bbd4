package import DaybookEvents
import DaybookMigrations
package import LMDB

/// The shape of a payload: its kind and version, as its header names them.
package struct PayloadVersion: Hashable, Comparable, Sendable {
  /// The number of the kind; one of a newer program may have no name here.
  package let kind: UInt32
  /// The version.
  package let version: UInt32

  /// The version an event was written in.
  package init(_ header: EventHeader) {
    kind = header.kind
    version = header.version
  }

  /// Whether this program can read it, as it is or through upcasters.
  package var isReadable: Bool { Migrations.all.canRead(kind: kind, version: version) }

  /// The version it is turned into at reading; nil where it needs no upcaster, or none helps.
  package var upcastVersion: UInt32? {
    guard isReadable, let kind = EventKind(rawValue: kind) else { return nil }
    let current = Migrations.all.currentVersion(of: kind)
    return current > version ? current : nil
  }

  /// Orders by kind, then by version.
  package static func < (left: PayloadVersion, right: PayloadVersion) -> Bool {
    (left.kind, left.version) < (right.kind, right.version)
  }
}

extension Log {
  /// How many applied events there are of each kind and version, in stores of older formats too.
  /// Reads headers alone; O(n).
  ///
  /// - Throws: ``LogError/damaged(_:)`` at the first event that cannot be taken apart.
  package func payloadVersions(
    _ transaction: borrowing ReadTransaction
  ) throws -> [PayloadVersion: UInt64] {
    let format = try StoreFormat.of(tables, transaction)
    var counts: [PayloadVersion: UInt64] = [:]
    try transaction.scan(tables.events) { _, value in
      let place = try EventPlace(reading: value, format: format)
      let bytes = value.extracting(place.start..<value.count)
      do {
        let parts = try EventBytes(reading: bytes)
        let header = try EventHeader(reading: bytes, in: parts.header)
        counts[PayloadVersion(header), default: 0] += 1
      } catch is WireError {
        throw LogError.damaged(.event)
      }
      return .next
    }
    return counts
  }
}
