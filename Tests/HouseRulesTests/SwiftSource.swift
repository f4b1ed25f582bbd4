/// One Swift file, as written and as code alone.
struct SwiftSource {
  /// The path from the repository's top level.
  let path: String
  /// The file as written.
  let lines: [String]
  /// The same lines with comments, string literals and raw identifiers blanked.
  let code: [String]
  /// Lines that hold a comment or part of one; the first line is 1.
  let commentLines: Set<Int>

  init(_ path: String, _ text: String) {
    self.path = path
    let scrubber = Scrubber(text)
    lines = Self.lines(Array(text.utf8))
    code = Self.lines(scrubber.code)
    commentLines = scrubber.commentLines
  }

  /// The target the file belongs to: a folder of Sources, Tests or tools/Sources.
  var target: String {
    let parts = path.split(separator: "/").map(String.init)
    if parts.first == "migrations" { return "DaybookMigrations" }
    return parts.dropFirst(parts.first == "tools" ? 2 : 1).first ?? ""
  }

  /// Whether the file is part of the product: under Sources or migrations.
  var isProduct: Bool { path.hasPrefix("Sources/") || path.hasPrefix("migrations/") }

  func offence(_ line: Int, _ complaint: String) -> Offence {
    Offence(file: path, line: line, complaint: complaint)
  }

  /// An offence for each line of code in which `pattern` occurs.
  func offences(_ complaint: String, where pattern: some RegexComponent) -> [Offence] {
    // By default a regular expression sees no word end at the dot of `bytes.count`.
    let pattern = pattern.regex.wordBoundaryKind(.simple)
    return code.enumerated().compactMap { index, line in
      line.contains(pattern) ? offence(index + 1, complaint) : nil
    }
  }

  private static func lines(_ bytes: [UInt8]) -> [String] {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { String(decoding: $0, as: UTF8.self) }
  }
}
