import DaybookEvents

/// Index entries to put or to delete: keys and values in one array of bytes.
struct IndexEntries {
  /// Where one entry lies.
  struct Entry {
    /// The first 16 bytes of the key, as a number: most comparisons need no more.
    let prefix: UInt128
    private let start: Int
    private let (keyCount, valueCount): (UInt32, UInt32)

    /// Where its key lies.
    var key: Range<Int> { start..<start + Int(keyCount) }
    /// Where its value lies: behind its key.
    var value: Range<Int> { key.upperBound..<key.upperBound + Int(valueCount) }

    init(prefix: UInt128, start: Int, keyCount: Int, valueCount: Int = 0) {
      (self.prefix, self.start) = (prefix, start)
      (self.keyCount, self.valueCount) = (UInt32(keyCount), UInt32(valueCount))
    }
  }

  /// The entries, in the order in which they were added until they are sorted.
  private(set) var entries: [Entry] = []
  /// Their keys and values.
  private(set) var bytes: [UInt8] = []

  /// Adds an entry without a value: what `key` appends after the byte of the index, 16 at least.
  mutating func add(_ index: ViewIndex, _ key: (inout [UInt8]) -> Void) {
    let start = bytes.count
    bytes.append(index.rawValue)
    key(&bytes)
    entries.append(
      Entry(
        prefix: bytes.span.bigEndian128(at: start), start: start, keyCount: bytes.count - start))
  }

  /// Adds an entry.
  mutating func add(key: [UInt8], value: [UInt8] = []) {
    let start = bytes.count
    bytes.append(contentsOf: key)
    bytes.append(contentsOf: value)
    entries.append(
      Entry(
        prefix: bytes.span.bigEndian128(at: start), start: start, keyCount: key.count,
        valueCount: value.count))
  }

  /// Adds the entries of another list.
  mutating func add(_ others: IndexEntries) { add(others, without: IndexEntries()) }

  /// Adds those entries of another list that a third one does not have.
  mutating func add(_ others: IndexEntries, without known: IndexEntries) {
    for entry in others.entries where !known.contains(entry, of: others) {
      let start = bytes.count
      bytes.append(others.bytes.span.extracting(entry.key))
      entries.append(
        Entry(prefix: entry.prefix, start: start, keyCount: bytes.count - start))
    }
  }

  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Puts the entries into the order of their keys.
  mutating func sort() {
    let all = bytes
    let bytes = all.span
    entries.sort { left, right in
      if left.prefix != right.prefix { return left.prefix < right.prefix }
      return bytes.extracting(left.key).precedes(bytes.extracting(right.key), from: 16)
    }
  }

  private func contains(_ entry: Entry, of other: IndexEntries) -> Bool {
    let key = other.bytes.span.extracting(entry.key)
    return entries.contains {
      $0.prefix == entry.prefix && bytes.span.extracting($0.key).isEqual(to: key)
    }
  }
}

extension Span<UInt8> {
  /// Whether these bytes sort before others, as keys do, that are known to be the same up to
  /// `start`.
  func precedes(_ other: Span<UInt8>, from start: Int = 0) -> Bool {
    var index = start
    while index < count, index < other.count {
      if self[index] != other[index] { return self[index] < other[index] }
      index += 1
    }
    return count < other.count
  }
}
