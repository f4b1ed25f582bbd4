/// Changes properties of a note by exchanging lines; every other line stays byte-identical.
///
/// Each edit is read back before it counts: the property has the new value and all others have
/// theirs, or nothing has changed.
package struct FrontmatterEditor: Sendable {
  /// As in ``VaultNote``; starts to exist with the first property set.
  package internal(set) var frontmatter: [UInt8]
  /// Differs from the body given only in its byte order mark, which goes to new frontmatter.
  package internal(set) var body: [UInt8]

  /// What the frontmatter reads as; nil where there is none.
  var document: FrontmatterDocument?

  /// Edits the frontmatter of a note, as ``VaultNote`` gives it.
  package init(frontmatter: [UInt8], body: [UInt8]) throws(FrontmatterEditProblem) {
    self.frontmatter = frontmatter
    self.body = body
    document = try Self.document(frontmatter, body)
    guard (document?.split.closing.upperBound ?? 0) == frontmatter.count else {
      throw .unsupportedLayout
    }
  }

  /// Sets a property to a single value or a list of such; a new one goes last.
  ///
  /// A comment behind a value on its line stays.
  package mutating func set(
    _ key: String, to value: PropertyValue
  ) throws(FrontmatterEditProblem) {
    let entry = document?.entries.first { $0.key == key }
    if let entry, Self.isSame(entry.value, value) { return }
    guard let yaml = Self.yaml(value) else { throw .unwritableValue }
    guard !key.isEmpty, !key.contains(where: \.isNewline), let name = YAMLScalar.yaml(.text(key))
    else { throw .unwritableKey }
    var expected = contents
    guard let entry, let document else {
      expected.append(Content(key: key, value: value))
      return try insert(Array("\(name): \(yaml)".utf8), expecting: expected)
    }
    for index in expected.indices where expected[index].key == key {
      expected[index].value = value
    }
    let line = try document.line(of: entry, withValue: yaml)
    try apply([Splice(range: document.range(of: entry), bytes: line)], expecting: expected)
  }

  /// Removes a property with its lines; nothing happens if there is none.
  package mutating func remove(_ key: String) throws(FrontmatterEditProblem) {
    guard let document, let entry = document.entries.first(where: { $0.key == key }) else {
      return
    }
    try apply(
      [Splice(range: document.range(of: entry), bytes: [])],
      expecting: contents.filter { $0.key != key })
  }

  /// Makes `tags` the tags of the frontmatter; none removes the property.
  ///
  /// In a list with a line for each, the lines of tags that stay are kept; any other form becomes
  /// a list in brackets.
  package mutating func setTags(_ tags: [String]) throws(FrontmatterEditProblem) {
    let names = try Self.names(tags)
    if Self.isSame(document?.properties.tags ?? [], names) { return }
    let value = PropertyValue.list(names.map { .text($0) })
    let entries = (document?.entries ?? []).filter { entry in
      [VaultProperty].tagKeys.contains { $0 == entry.key?.lowercased() }
    }
    let place = entries.first { $0.key?.lowercased() == "tags" } ?? entries.first
    guard let document, let place else { return try set("tags", to: value) }
    var splices: [Splice] = []
    var expected: [Content] = []
    for entry in document.entries {
      if entry == place, !names.isEmpty {
        let bytes = try line(of: entry, in: document, names: names, value: value)
        splices.append(Splice(range: document.range(of: entry), bytes: bytes))
        expected.append(Content(key: entry.key, value: value))
      } else if entries.contains(entry) {
        splices.append(Splice(range: document.range(of: entry), bytes: []))
      } else {
        expected.append(Content(key: entry.key, value: entry.value))
      }
    }
    try apply(splices, expecting: expected)
  }

  private func line(
    of entry: FrontmatterDocument.Entry, in document: FrontmatterDocument, names: [String],
    value: PropertyValue
  ) throws(FrontmatterEditProblem) -> [UInt8] {
    if let lines = document.listLines(of: entry, names) { return lines }
    guard let yaml = Self.yaml(value) else { throw .unwritableTag }
    return try document.line(of: entry, withValue: yaml)
  }
}
