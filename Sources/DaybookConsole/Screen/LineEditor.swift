/// A line of text that a person types, with a place where the next character goes.
package struct LineEditor: Equatable, Sendable {
  /// The most characters it takes.
  package static let limit = 10_000

  private var before: [Character] = []
  private var after: [Character] = []

  /// Nothing typed.
  package init() {}

  /// What was typed.
  package var text: String { String(before + after) }

  /// Takes a key: characters, pastes, arrows, home and end, deleting, and Control-A, E, U, K and W
  /// as in a shell.
  ///
  /// - Returns: false for a key that means nothing to a line of text.
  package mutating func take(_ key: Key) -> Bool {
    switch key {
    case .character(let character): insert(String(character))
    case .paste(let text): insert(Self.oneLine(text))
    case .backspace: _ = before.popLast()
    case .delete: if !after.isEmpty { after.removeFirst() }
    case .left: if let last = before.popLast() { after.insert(last, at: 0) }
    case .right: if !after.isEmpty { before.append(after.removeFirst()) }
    case .home, .control("a"): (before, after) = ([], before + after)
    case .end, .control("e"): (before, after) = (before + after, [])
    case .control("u"): before = []
    case .control("k"): after = []
    case .control("w"):
      while before.last?.isWhitespace == true { before.removeLast() }
      while let last = before.last, !last.isWhitespace { before.removeLast() }
    default: return false
    }
    return true
  }

  /// What shows in `width` cells, and how many cells stand before the cursor.
  package func view(width: Int) -> (text: String, cursor: Int) {
    precondition(width >= 3, "room for a character and the cursor")
    var left = VisibleText.line(String(before))
    // What was typed first gives way; the cursor takes a cell of its own.
    if left.displayWidth >= width {
      var room = width - 2
      let kept = left.reversed().prefix { character in
        room -= character.displayWidth
        return room >= 0
      }
      left = "…" + String(kept.reversed())
    }
    let right = VisibleText.line(String(after))
    return ((left + right).truncated(toDisplayWidth: width), left.displayWidth)
  }

  /// Characters may join the one before: an accent, a face that is joined to another.
  private mutating func insert(_ text: String) {
    let joined = Array(String(before.suffix(1)) + text)
    guard before.count + after.count + joined.count <= Self.limit else { return }
    before.removeLast(min(1, before.count))
    before += joined
  }

  private static func oneLine(_ text: String) -> String {
    String(
      text.map { $0.isNewline || $0 == "\t" ? " " : $0 }
        .filter { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F } })
  }
}
