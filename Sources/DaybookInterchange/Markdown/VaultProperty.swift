/// A key of the frontmatter and its value.
package struct VaultProperty: Equatable, Sendable {
  /// In the case it was written in.
  package let key: String
  /// As it was written.
  package let value: PropertyValue
  /// The line of the file where the key stands, counted from 1.
  package let line: Int
}

/// Properties found by key, compared without case.
extension [VaultProperty] {
  static var tagKeys: [String] { ["tags", "tag"] }

  /// Tags, without `#`: a list, or text parted by commas or else by blanks.
  var tags: [String] {
    let tags = texts(of: Self.tagKeys) { text in
      if text.contains(",") { return text.split(separator: ",").compactMap(\.trimmed) }
      return text.split(whereSeparator: \.isWhitespace).map(String.init)
    }
    return tags.compactMap { tag in tag.drop { $0 == "#" }.trimmed }
  }

  /// The property of the first of `keys` that says something.
  func first(of keys: [String]) -> VaultProperty? {
    let all = keys.compactMap { key in first { $0.key.lowercased() == key } }
    return all.first { $0.value != .null } ?? all.first
  }

  func text(of keys: [String]) -> String? {
    first(of: keys)?.value.text?.trimmed
  }

  /// All texts of properties that hold a list, or one text that `split` parts.
  func texts(of keys: [String], splitBy split: (String) -> [String]) -> [String] {
    keys.flatMap { key in
      filter { $0.key.lowercased() == key }.flatMap { property -> [String] in
        switch property.value {
        case .list(let values): values.compactMap { $0.text?.trimmed }
        case let value: value.text.map(split) ?? []
        }
      }
    }
  }
}
