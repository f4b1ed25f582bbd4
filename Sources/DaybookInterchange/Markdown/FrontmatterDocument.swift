import Yams

/// The keys and values of frontmatter, with the lines they stand on.
///
/// Yams reads the YAML; here it is kept from what would exhaust it, and its answer is tied to the
/// bytes.
struct FrontmatterDocument {
  /// The file.
  let raw: [UInt8]
  let split: FrontmatterSplit
  /// Where each line of the YAML starts, and where the last one ends.
  let lineStarts: [Int]
  private(set) var entries: [Entry] = []
  /// Whether every key starts a line of its own, so that lines can be edited.
  private(set) var isEditable = true

  /// One key and what belongs to it.
  struct Entry: Equatable {
    /// Nil when the key is not text.
    let key: String?
    var value: PropertyValue
    /// From the key to the last line of the value, as indices of `lineStarts`.
    let lines: Range<Int>
  }

  static let byteLimit = 65_536
  static let depthLimit = 64
  static let aliasLimit = 16

  /// Reads the YAML between the two lines of `split`.
  init(raw: [UInt8], split: FrontmatterSplit) throws(VaultProblem) {
    self.raw = raw
    self.split = split
    lineStarts = Self.lineStarts(raw, split.inner)
    guard split.inner.count <= Self.byteLimit else {
      throw VaultProblem(line: 1, kind: .frontmatterTooLarge)
    }
    guard let yaml = String(validating: raw[split.inner], as: UTF8.self) else {
      let offset = raw.firstInvalidUTF8(in: split.inner) ?? split.inner.lowerBound
      throw VaultProblem(line: line(of: offset), kind: .invalidUTF8)
    }
    if let offset = YAMLGuard.excess(in: raw, split.inner) {
      throw VaultProblem(line: line(of: offset), kind: .frontmatterTooComplex)
    }
    let root: Node?
    do {
      // The resolver is ours; the parser's would run regular expressions over every key.
      root = try Parser(yaml: yaml, resolver: .basic, encoding: .utf8).singleRoot()
    } catch {
      throw VaultProblem(line: Self.errorLine(error) + 1, kind: .malformedYAML)
    }
    guard let root else { return }
    switch root {
    case .mapping(let mapping): read(mapping)
    case .scalar(let scalar) where scalar.string.isEmpty && scalar.style == .plain: break
    default: throw VaultProblem(line: (root.mark?.line ?? 1) + 1, kind: .noProperties)
    }
  }

  /// The entries whose key is text.
  var properties: [VaultProperty] {
    entries.compactMap { entry in
      entry.key.map {
        VaultProperty(key: $0, value: entry.value, line: entry.lines.lowerBound + 2)
      }
    }
  }

  private mutating func read(_ mapping: Node.Mapping) {
    let pairs = Array(mapping)
    var starts = pairs.map { ($0.key.mark?.line ?? 1) - 1 }
    let isOrdered = zip(starts, starts.dropFirst()).allSatisfy { $0 < $1 }
    // Where a brace, tag or anchor stands before the first key, the mapping starts there.
    let isBare = mapping.mark?.line == pairs.first?.key.mark?.line
    isEditable = isBare && isOrdered && pairs.allSatisfy { $0.key.mark?.column == 1 }
    starts.append(lineStarts.count - 1)
    for (index, pair) in pairs.enumerated() {
      let start = starts[index]
      let end = isEditable ? lastLine(from: start, to: starts[index + 1]) : start + 1
      var entry = Entry(key: pair.key.scalar?.string, value: .null, lines: start..<end)
      entry.value = value(pair.value, of: entry)
      entries.append(entry)
    }
  }

  /// Blank lines and comments after a value do not belong to it.
  private func lastLine(from first: Int, to next: Int) -> Int {
    var end = max(next, first + 1)
    while end > first + 1 {
      let line = raw[lineStarts[end - 1]..<lineStarts[end]]
      let text = line.first { !$0.isBlank && $0 != .newline && $0 != .carriageReturn }
      guard text == nil || line.first == .hash else { break }
      end -= 1
    }
    return end
  }

  private func value(_ node: Node, of entry: Entry) -> PropertyValue {
    switch node {
    case .scalar(let scalar): return Self.value(scalar)
    case .sequence(let sequence):
      var values: [PropertyValue] = []
      for element in sequence {
        guard case .scalar(let scalar) = element else { return nested(node, entry) }
        values.append(Self.value(scalar))
      }
      return .list(values)
    case .mapping, .alias: return nested(node, entry)
    }
  }

  private static func value(_ scalar: Node.Scalar) -> PropertyValue {
    scalar.style == .plain ? YAMLScalar.value(plain: scalar.string) : .text(scalar.string)
  }

  /// The source of a value, or where it shares its lines with others, the same written anew.
  private func nested(_ node: Node, _ entry: Entry) -> PropertyValue {
    if isEditable, let start = valueStart(of: entry) {
      let source = raw[start..<lineStarts[entry.lines.upperBound]]
      let end = source.lastIndex { !$0.isBlank && $0 != .newline && $0 != .carriageReturn }
      return .nested(String(decoding: source[...(end ?? start)], as: UTF8.self))
    }
    // What cannot be written was read a moment ago; nothing but its text would be lost.
    return .nested((try? Yams.serialize(node: node)) ?? "")
  }
}
