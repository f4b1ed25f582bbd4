/// Finds functions, initialisers, subscripts and computed properties by their braces.
struct FunctionBodies {
  /// For each one the lines from its keyword to its closing brace.
  private(set) var lines: [ClosedRange<Int>] = []
  private let code: [UInt8]

  init(_ source: SwiftSource) {
    code = Array(source.code.joined(separator: "\n").utf8)
    var line = 1
    var index = 0
    while index < code.count {
      let word = word(at: index)
      if Self.keywords.contains(word), !isMember(index), let end = bodyEnd(after: index, of: word) {
        lines.append(line...(line + code[index..<end].count { $0 == Self.newline }))
      }
      if code[index] == Self.newline { line += 1 }
      index += max(1, word.utf8.count)
    }
  }

  private static let newline = UInt8(ascii: "\n")
  private static let keywords: Set = ["func", "init", "deinit", "subscript", "var"]
  private static let declarations: Set = [
    "func", "init", "deinit", "subscript", "var", "let", "case", "static", "package", "public",
    "private", "fileprivate", "internal", "mutating", "struct", "enum", "class", "actor",
    "extension", "protocol", "typealias", "associatedtype", "nonisolated", "import",
  ]

  private static func isWordByte(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private func word(at index: Int) -> String {
    String(decoding: code[index...].prefix(while: Self.isWordByte), as: UTF8.self)
  }

  private func isMember(_ index: Int) -> Bool { index > 0 && code[index - 1] == UInt8(ascii: ".") }

  /// The index of the closing brace, or nil where there is no body.
  private func bodyEnd(after start: Int, of keyword: String) -> Int? {
    var depth = 0
    for index in start..<code.count {
      switch code[index] {
      case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"):
        depth -= 1
        if depth < 0 { return nil }
      case UInt8(ascii: "{") where depth == 0: return closingBrace(from: index)
      case UInt8(ascii: "}") where depth == 0: return nil
      case UInt8(ascii: "=") where depth == 0 && keyword == "var": return nil
      case Self.newline where depth == 0 && isDeclaration(after: index): return nil
      default: break
      }
    }
    return nil
  }

  private func isDeclaration(after newline: Int) -> Bool {
    let next = code[(newline + 1)...].firstIndex { $0 != UInt8(ascii: " ") } ?? code.count
    guard next < code.count else { return true }
    return code[next] == UInt8(ascii: "@") || Self.declarations.contains(word(at: next))
  }

  private func closingBrace(from open: Int) -> Int? {
    var depth = 0
    for index in open..<code.count {
      if code[index] == UInt8(ascii: "{") { depth += 1 }
      if code[index] == UInt8(ascii: "}") {
        depth -= 1
        if depth == 0 { return index }
      }
    }
    return nil
  }
}
