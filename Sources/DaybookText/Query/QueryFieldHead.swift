/// The part of `due.before:friday` or `due<friday` before the value.
struct QueryFieldHead {
  /// Lowercased.
  let name: String
  /// Lowercased; nil without a dot.
  let comparison: String?
  let operation: String
  /// How many characters it takes.
  let count: Int

  /// Nil unless the text begins with ASCII letters, perhaps a dot and more, and an operator.
  /// Addresses (`https://…`) and paths (`std::string`) are words.
  init?(_ text: ArraySlice<Character>) {
    var rest = text
    let name = Self.takeLetters(&rest)
    guard !name.isEmpty else { return nil }
    var comparison: String?
    if rest.first == "." {
      rest.removeFirst()
      comparison = Self.takeLetters(&rest)
    }
    guard let first = rest.first, ":=<>".contains(first), comparison != "" else { return nil }
    rest.removeFirst()
    var operation = String(first)
    if first == "<" || first == ">", rest.first == "=" {
      rest.removeFirst()
      operation.append("=")
    }
    if first == ":" && (rest.starts(with: "//") || rest.first == ":") { return nil }
    self.name = name
    self.comparison = comparison
    self.operation = operation
    count = text.count - rest.count
  }

  private static func takeLetters(_ text: inout ArraySlice<Character>) -> String {
    let letters = text.prefix { $0.isASCII && $0.isLetter }
    text = text.dropFirst(letters.count)
    return String(letters).lowercased()
  }
}
