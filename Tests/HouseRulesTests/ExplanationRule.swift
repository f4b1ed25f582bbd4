import Testing

/// Explanations that would puzzle, blame or leave a person without an answer: rows S3-50 to S3-56
/// of the acceptance table. Reads the literals of every `Explanation(…)` in the product.
func unkindExplanations(_ source: SwiftSource) -> [Offence] {
  guard source.isProduct else { return [] }
  return explanations(source).flatMap { line, text in
    complaints(about: text).map { source.offence(line, $0) }
  }
}

/// Files that explain a whole enumeration and yet leave a case to `default:`, so that a new one
/// would say what another means.
func inexhaustiveExplanations(_ source: SwiftSource) -> [Offence] {
  guard source.isProduct, source.path.hasSuffix("+Explanation.swift") else { return [] }
  return source.offences("each error has its own words", where: #/\bdefault\s*:/#)
}

private func complaints(about text: String) -> [String] {
  let jargon: Set = [
    "lmdb", "errno", "nil", "null", "exception", "fatal", "assertion", "stack", "transaction",
    "register", "upcaster", "projection", "codec", "varint", "invalid", "illegal", "incorrect",
  ]
  let codes = #/\b(?i:error|code|status)\s*[:#]?\s*-?\d+|\b0x[0-9A-Fa-f]+|\bE[A-Z]{3,}\b/#
  let types = #/\b[A-Z][a-z]+[A-Z]\w*|\b[A-Z]{2,}[a-z]\w*|\b\w+Error\b/#
  let doing = #/(?i)\byou(?:'ve| have)? (?:failed|forgot|broke|should have|made|mis\w+)\b/#
  let blame = #/(?i)\byour (?:own )?(?:fault|mistake|error)\b|\bstupid\b/#
  func has(_ pattern: some RegexComponent) -> Bool {
    text.contains(pattern.regex.wordBoundaryKind(.simple))
  }
  var complaints: [String] = []
  if text.contains(#/""/#) { complaints.append("an explanation leaves no part empty") }
  let words = text.lowercased().split { !$0.isLetter }.map(String.init)
  if !jargon.isDisjoint(with: words) { complaints.append("an explanation uses everyday words") }
  if has(codes) { complaints.append("an explanation shows no codes") }
  if has(types) { complaints.append("an explanation names no types") }
  if has(doing) || has(blame) {
    complaints.append("an explanation blames nobody")
  }
  return complaints
}

/// The first line and the literals, in their quotes, of each explanation made in the file.
private func explanations(_ source: SwiftSource) -> [(line: Int, literals: String)] {
  let code = Array(source.code.joined(separator: "\n").utf8)
  let text = Array(source.lines.joined(separator: "\n").utf8)
  let opening = Array("Explanation(".utf8)
  return code.indices.filter { code[$0...].starts(with: opening) }.map { start in
    var depth = 0
    var literals: [UInt8] = []
    for index in (start + opening.count - 1)..<code.count {
      if code[index] == UInt8(ascii: "(") { depth += 1 }
      if code[index] == UInt8(ascii: ")") { depth -= 1 }
      if depth == 0 { break }
      if code[index] == UInt8(ascii: " ") || code[index] == UInt8(ascii: "\"") {
        literals.append(text[index])
      }
    }
    let line = 1 + code[..<start].count { $0 == UInt8(ascii: "\n") }
    return (line, String(decoding: literals, as: UTF8.self))
  }
}

struct ExplanationRuleTests {
  private func complaints(_ happened: String, _ next: String = "Try again.") -> [Int] {
    let text = """
      let explanation = Explanation(
        whatHappened: "\(happened)",
        dataSafety: "Your notes (all of them) are safe.", nextStep: "\(next)")
      """
    return unkindExplanations(SwiftSource("Sources/DaybookConsole/A.swift", text)).map(\.line)
  }

  @Test func `explanations are friendly, free of codes and jargon, and blame nobody`() {
    expectNone(SourceTree.swift.flatMap(unkindExplanations))
    #expect(complaints("We couldn't sync your tasks because you're offline.") == [])
    #expect(complaints(#"There is no file \(name(of: file)) here."#) == [])
    #expect(complaints("LMDB is full.") == [1])
    #expect(complaints("Sync stopped with error 4.") == [1])
    #expect(complaints("CKError.networkUnavailable") == [1])
    #expect(complaints("You forgot the name.") == [1])
    #expect(complaints("ENOSPC") == [1])
    #expect(complaints("The disk is full.", "") == [1])
  }

  @Test func `every error has words of its own`() {
    expectNone(SourceTree.swift.flatMap(inexhaustiveExplanations))
    let text = "switch self {\ncase .a: 1\ndefault: 2  // default:\n}\n"
    let path = "Sources/DaybookConsole/Messages/"
    let found = inexhaustiveExplanations(SwiftSource(path + "A+Explanation.swift", text))
    #expect(found.map(\.line) == [3])
    #expect(inexhaustiveExplanations(SwiftSource(path + "A.swift", text)).isEmpty)
  }
}
