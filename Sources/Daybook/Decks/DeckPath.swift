/// The name of a deck that lies below another: `Languages::Spanish`.
package enum DeckPath {
  /// What stands between the levels.
  package static let separator = "::"

  /// The folded names of the levels, from the top.
  package static func parts(_ name: String) -> [String] {
    var parts: [String] = []
    var rest = Substring(name)
    while let mark = rest.firstRange(of: separator) {
      parts.append(folded(String(rest[..<mark.lowerBound])))
      rest = rest[mark.upperBound...]
    }
    return parts + [folded(String(rest))]
  }

  /// What a name says below its first levels, separator first; nil where it has no more levels.
  static func tail(of name: [UInt8], below depth: Int) -> ArraySlice<UInt8>? {
    var rest = name[...]
    let separator = Array(separator.utf8)
    for level in 1...max(1, depth) {
      guard let mark = rest.firstRange(of: separator) else { return nil }
      if level == depth { return rest[mark.lowerBound...] }
      rest = rest[mark.upperBound...]
    }
    return nil
  }

  /// The name of the deck right above; nil for one at the top.
  static func above(_ name: String) -> String? {
    guard let mark = name.ranges(of: separator).last, mark.lowerBound > name.startIndex else {
      return nil
    }
    return String(name[..<mark.lowerBound])
  }
}
