/// Where the frontmatter of a note ends and its body begins.
///
/// The parts follow one another and together are the file, byte for byte. Frontmatter is there
/// only if the first line, after a byte order mark, is `---`.
struct FrontmatterSplit: Equatable {
  /// A byte order mark and the opening line.
  let opening: Range<Int>
  /// The YAML between the lines.
  let inner: Range<Int>
  /// The closing line with its line end.
  let closing: Range<Int>

  /// Nil where there is no frontmatter.
  ///
  /// - Throws: ``VaultProblem`` where it is never closed.
  init?(_ raw: [UInt8]) throws(VaultProblem) {
    let start = raw.has(.byteOrderMark, at: 0) ? 3 : 0
    guard let first = Self.dashes(raw, at: start) else { return nil }
    opening = 0..<first
    var line = first
    while line < raw.count {
      if let next = Self.dashes(raw, at: line) {
        inner = first..<line
        closing = line..<next
        return
      }
      line = (raw[line...].firstIndex(of: .newline) ?? raw.count - 1) + 1
    }
    throw VaultProblem(line: 1, kind: .unclosedFrontmatter)
  }

  /// Where the next line starts, if the one at `start` is three hyphens and blanks.
  private static func dashes(_ raw: [UInt8], at start: Int) -> Int? {
    guard raw.has([.hyphen, .hyphen, .hyphen], at: start) else { return nil }
    var offset = start + 3
    while offset < raw.count, raw[offset].isBlank { offset += 1 }
    if offset == raw.count { return offset }
    if raw[offset] == .newline { return offset + 1 }
    if raw.has([.carriageReturn, .newline], at: offset) { return offset + 2 }
    return nil
  }
}
