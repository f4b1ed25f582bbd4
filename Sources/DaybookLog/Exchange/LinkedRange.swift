package import DaybookEvents

/// Events of one log that follow one another, as a file of a remote says that it holds them.
package struct LinkedRange: Hashable, Sendable {
  /// The sequence of the first.
  package let first: UInt64
  /// The first 8 bytes of the link before it.
  package let previousTag: UInt64
  /// The last.
  package let last: EventName

  /// Describes a range.
  package init(first: UInt64, previousTag: UInt64, last: EventName) {
    self.first = first
    self.previousTag = previousTag
    self.last = last
  }

  /// The events of a segment.
  ///
  /// - Throws: ``LogError`` of a segment that is not what its writer signed.
  package init(_ segment: Segment) throws {
    let end = try segment.link ?? segment.verified().last?.link ?? segment.previous
    let count = UInt64(segment.eventCount)
    self.init(
      first: segment.firstSequence, previousTag: segment.previous.tag,
      last: EventName(
        replica: segment.replica, sequence: segment.firstSequence + count - 1, tag: end.tag))
  }

  /// This range and one that follows it; nil where that does not.
  package func joined(_ next: LinkedRange) -> LinkedRange? {
    guard next.last.replica == last.replica, next.first == last.sequence + 1,
      next.previousTag == last.tag
    else { return nil }
    return LinkedRange(first: first, previousTag: previousTag, last: next.last)
  }

  func encode(to wire: inout WireWriter) {
    wire.varint(1, first)
    wire.fixed64(2, previousTag)
    wire.message(3) { last.encode(to: &$0) }
  }

  init(reading bytes: Span<UInt8>, in range: Range<Int>) throws(WireError) {
    var reader = WireReader(bytes, in: range)
    var (first, tag): (UInt64, UInt64) = (0, 0)
    var last: EventName?
    while let field = try reader.next(in: bytes) {
      switch (field.number, field.range) {
      case (1, nil): first = field.value
      case (2, nil): tag = field.value
      case (3, let place?): last = try EventName(reading: bytes, in: place)
      default: break
      }
    }
    guard let last, first > 0, first <= last.sequence else {
      throw .malformed(offset: range.lowerBound)
    }
    self.init(first: first, previousTag: tag, last: last)
  }
}

extension [LinkedRange] {
  /// Adds a range; to the one that it follows, where that is here.
  package mutating func add(_ range: LinkedRange) {
    for index in indices.reversed() {
      guard let joined = self[index].joined(range) else { continue }
      self[index] = joined
      return
    }
    append(range)
  }
}
