/// A point of a log's digest chain: 32 bytes that stand for every event up to there.
package struct Link: Hashable, Sendable {
  /// The 32 bytes.
  package let bytes: [UInt8]

  /// What the first event of every log is linked to.
  package static let start = Link(unchecked: Array(repeating: 0, count: 32))

  private init(unchecked bytes: [UInt8]) { self.bytes = bytes }

  /// The link from 32 bytes.
  package init?(bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    self.bytes = bytes
  }

  /// The first 8 bytes: enough to tell branches of one log apart.
  package var tag: UInt64 { Hexadecimal.bigEndian(bytes.prefix(8)) }

  /// The link of the event that follows: SHA-256(this ‖ header ‖ digest of the event).
  package func next(header: Span<UInt8>, digest: [UInt8]) -> Link {
    var state = Digest()
    state.update(bytes)
    state.update(header)
    state.update(digest)
    return Link(unchecked: state.finalize())
  }
}
