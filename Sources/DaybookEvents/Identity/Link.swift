/// A point of a log's digest chain: 32 bytes that stand for every event up to there.
package struct Link: Hashable, Sendable {
  private let value: DigestValue

  /// What the first event of every log is linked to.
  package static let start = Link(.zero)

  private init(_ value: DigestValue) { self.value = value }

  /// The link from 32 bytes.
  package init?(bytes: [UInt8]) { self.init(reading: bytes.span) }

  /// The link from 32 bytes in place.
  package init?(reading bytes: Span<UInt8>) {
    guard let value = DigestValue(bytes) else { return nil }
    self.value = value
  }

  /// The 32 bytes.
  package var bytes: [UInt8] { value.bytes }

  /// The first 8 bytes: enough to tell branches of one log apart.
  package var tag: UInt64 { value.prefix }

  /// The link of the event that follows: SHA-256(this ‖ header ‖ digest of the event).
  package func next(header: Span<UInt8>, digest: DigestValue) -> Link {
    var state = Digest()
    state.update(value)
    state.update(header)
    state.update(digest)
    return Link(state.value())
  }
}
