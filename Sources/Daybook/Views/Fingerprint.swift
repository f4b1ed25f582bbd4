package import DaybookEvents

/// The sum modulo 2^256 of a digest of every row of facts: equal on two replicas exactly when
/// their facts are equal, and kept up to date by adding and subtracting rows.
package struct Fingerprint: Hashable, Sendable {
  /// Four 64-bit words, most significant first.
  private var words: InlineWords = InlineWords(first: 0, second: 0, third: 0, fourth: 0)

  private struct InlineWords: Hashable, Sendable {
    var first, second, third, fourth: UInt64
  }

  /// The fingerprint of no facts.
  package init() {}

  /// Reads 32 bytes, most significant first.
  package init?(bytes: [UInt8]) {
    guard let digest = DigestValue(bytes.span) else { return nil }
    self.init(digest)
  }

  private init(_ digest: DigestValue) {
    let (first, second, third, fourth) = digest.numbers
    words = InlineWords(first: first, second: second, third: third, fourth: fourth)
  }

  /// 32 bytes, most significant first.
  package var bytes: [UInt8] {
    [words.first, words.second, words.third, words.fourth].flatMap { Hexadecimal.bytes($0) }
  }

  /// Adds the digest of a row.
  package mutating func add(_ digest: DigestValue) {
    let other = Fingerprint(digest).words
    var carry = false
    (words.fourth, carry) = words.fourth.adding(other.fourth, carry)
    (words.third, carry) = words.third.adding(other.third, carry)
    (words.second, carry) = words.second.adding(other.second, carry)
    (words.first, _) = words.first.adding(other.first, carry)
  }

  /// Takes the digest of a row away.
  package mutating func subtract(_ digest: DigestValue) {
    let other = Fingerprint(digest).words
    var borrow = false
    (words.fourth, borrow) = words.fourth.subtracting(other.fourth, borrow)
    (words.third, borrow) = words.third.subtracting(other.third, borrow)
    (words.second, borrow) = words.second.subtracting(other.second, borrow)
    (words.first, _) = words.first.subtracting(other.first, borrow)
  }
}

extension UInt64 {
  fileprivate func adding(_ other: UInt64, _ carry: Bool) -> (UInt64, Bool) {
    let (sum, first) = addingReportingOverflow(other)
    let (total, second) = sum.addingReportingOverflow(carry ? 1 : 0)
    return (total, first || second)
  }

  fileprivate func subtracting(_ other: UInt64, _ borrow: Bool) -> (UInt64, Bool) {
    let (part, first) = subtractingReportingOverflow(other)
    let (total, second) = part.subtractingReportingOverflow(borrow ? 1 : 0)
    return (total, first || second)
  }
}

/// Digests rows of one view.
package struct RowDigester {
  private let prefix: [UInt8]
  private var head: [UInt8] = []

  /// Digests rows of a view whose facts have a version.
  package init(_ view: ViewName, factVersion: UInt64) {
    var prefix = Array(view.rawValue.utf8) + [0]
    prefix.appendVarint(factVersion)
    self.prefix = prefix
  }

  /// The digest of a row as it is stored.
  package mutating func digest(
    _ row: RowKey, stored bytes: Span<UInt8>
  ) throws(ViewError) -> DigestValue {
    let start = try FactsReader(bytes).factsStart
    return digest(row, bytes.extracting(start..<bytes.count))
  }

  /// The digest of a row's facts: its key, and the part of its bytes that says nothing of this
  /// store's own numbers.
  mutating func digest(_ row: RowKey, _ facts: Span<UInt8>) -> DigestValue {
    head.removeAll(keepingCapacity: true)
    head.append(contentsOf: prefix)
    row.write(to: &head)
    var digest = Digest()
    digest.update(head.span)
    digest.update(facts)
    return digest.value()
  }
}
