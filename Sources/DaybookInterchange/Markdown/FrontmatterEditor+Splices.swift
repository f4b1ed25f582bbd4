/// Putting edits in place.
extension FrontmatterEditor {
  /// Bytes to be exchanged.
  struct Splice {
    let range: Range<Int>
    let bytes: [UInt8]
  }

  /// What a property shall read as.
  struct Content {
    let key: String?
    var value: PropertyValue
  }

  var contents: [Content] {
    (document?.entries ?? []).map { Content(key: $0.key, value: $0.value) }
  }

  /// Adds a line at the end, and the frontmatter around it if there is none.
  mutating func insert(
    _ line: [UInt8], expecting expected: [Content]
  ) throws(FrontmatterEditProblem) {
    if let document {
      let end = document.split.inner.upperBound
      let bytes = line + Self.lineEnd(frontmatter)
      return try apply([Splice(range: end..<end, bytes: bytes)], expecting: expected)
    }
    let lineEnd = Self.lineEnd(body)
    let dashes = Array("---".utf8) + lineEnd
    let hasMark = body.has(.byteOrderMark, at: 0)
    try commit(
      (hasMark ? .byteOrderMark : []) + dashes + line + lineEnd + dashes,
      body: hasMark ? Array(body.dropFirst(3)) : body, expecting: expected)
  }

  mutating func apply(
    _ splices: [Splice], expecting expected: [Content]
  ) throws(FrontmatterEditProblem) {
    guard document?.isEditable == true else { throw .unsupportedLayout }
    var edited = frontmatter
    for splice in splices.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      edited.replaceSubrange(splice.range, with: splice.bytes)
    }
    try commit(edited, body: body, expecting: expected)
  }

  /// Takes the edit over if it reads as it should.
  mutating func commit(
    _ edited: [UInt8], body: [UInt8], expecting expected: [Content]
  ) throws(FrontmatterEditProblem) {
    let found: FrontmatterDocument?
    do { found = try Self.document(edited, body) } catch { throw .unsupportedLayout }
    guard let found, found.split.closing.upperBound == edited.count,
      found.entries.count == expected.count,
      zip(found.entries, expected).allSatisfy({
        Self.isSame($0.key, $1.key) && Self.isSame($0.value, $1.value)
      })
    else { throw .unsupportedLayout }
    frontmatter = edited
    self.body = body
    document = found
  }

  static func document(
    _ frontmatter: [UInt8], _ body: [UInt8]
  ) throws(FrontmatterEditProblem) -> FrontmatterDocument? {
    let raw = frontmatter + body
    do throws(VaultProblem) {
      guard let split = try FrontmatterSplit(raw) else { return nil }
      return try FrontmatterDocument(raw: raw, split: split)
    } catch {
      throw .unreadable(error)
    }
  }

  /// Equal byte for byte: composed and decomposed letters differ.
  static func isSame(_ left: String?, _ right: String?) -> Bool {
    left.map { Array($0.utf8) } == right.map { Array($0.utf8) }
  }

  static func isSame(_ left: [String], _ right: [String]) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy { isSame($0, $1) }
  }

  static func isSame(_ left: PropertyValue, _ right: PropertyValue) -> Bool {
    if case .list(let left) = left, case .list(let right) = right {
      return left.count == right.count && zip(left, right).allSatisfy { isSame($0, $1) }
    }
    return left == right && isSame(left.text, right.text)
  }

  static func yaml(_ value: PropertyValue) -> String? {
    guard case .list(let values) = value else { return YAMLScalar.yaml(value) }
    let parts = values.compactMap(YAMLScalar.yaml)
    return parts.count == values.count ? "[" + parts.joined(separator: ", ") + "]" : nil
  }

  static func names(_ tags: [String]) throws(FrontmatterEditProblem) -> [String] {
    var names: [VaultTag] = []
    for tag in tags {
      let name = String(tag.drop { $0 == "#" })
      let isPrintable = name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
      guard let trimmed = name.trimmed, isSame(trimmed, name), isPrintable else {
        throw .unwritableTag
      }
      names.append(VaultTag(name: name, origin: .frontmatter))
    }
    return VaultTag.unique(names).map(\.name)
  }

  /// How the first line of some text ends.
  static func lineEnd(_ text: [UInt8]) -> [UInt8] {
    guard let end = text.firstIndex(of: .newline), end > 0, text[end - 1] == .carriageReturn else {
      return [.newline]
    }
    return [.carriageReturn, .newline]
  }
}
