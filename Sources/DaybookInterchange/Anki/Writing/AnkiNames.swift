/// Names that a collection keeps apart. Anki's tables take two names for one where they differ in
/// case alone, and where it meets a second one it gives that a `+` at the end.
enum AnkiNames {
  /// The names in their order, each told from those before it.
  static func distinct(_ names: [String]) -> [String] {
    var taken: Set<String> = []
    return names.map { free($0, &taken) }
  }

  /// The whole names of decks, parted by `::`, likewise. What lies below a deck that gets another
  /// name goes with it.
  static func distinctDecks(_ names: [String]) -> [String] {
    var taken: Set<String> = []
    var named: [String: String] = [:]
    var distinct = names
    let levels = names.map { DeckLevels($0) }
    // Those above come first, and of one level those that come first.
    let order = names.indices.sorted { (levels[$0].count, $0) < (levels[$1].count, $1) }
    for index in order {
      let parent = levels[index].parent
      let name = parent.map { (named[$0] ?? $0) + "::" + levels[index].last } ?? names[index]
      distinct[index] = free(name, &taken)
      if named[names[index]] == nil { named[names[index]] = distinct[index] }
    }
    return distinct
  }

  /// Whether a name is another one, but for what was added to tell it from a third: of a deck, at
  /// any of its levels.
  static func isSame(_ name: String, as other: String) -> Bool {
    name == other || plain(name) == plain(other)
  }

  private static func free(_ name: String, _ taken: inout Set<String>) -> String {
    var name = name
    while !taken.insert(name.uppercased().lowercased()).inserted { name += "+" }
    return name
  }

  private static func plain(_ name: String) -> [Substring] {
    name.split(separator: "::", omittingEmptySubsequences: false).map { level in
      var level = level
      while level.last == "+" { level.removeLast() }
      return level
    }
  }
}

/// A deck's name taken apart.
private struct DeckLevels {
  let count: Int
  let parent: String?
  let last: String

  init(_ name: String) {
    let levels = name.split(separator: "::", omittingEmptySubsequences: false)
    count = levels.count
    last = levels.last.map(String.init) ?? name
    parent = levels.count > 1 ? levels.dropLast().joined(separator: "::") : nil
  }
}
