import Testing

/// The floors of each target: a file may name the types of its own folder and of those before it.
/// Files beside the folders stand above all of them.
private let floors: [String: [String]] = [
  "Daybook": [
    "Facts", "Views", "Store", "Items", "Settings", "Media", "Collections", "Decks", "Notes",
    "Custom", "Schedule", "Conflicts", "Search", "Clocks", "Importing", "History", "Exporting",
    "Exchange", "Today", "Derived", "Backup", "Erase", "Repair", "Doctor", "Sample",
  ],
  "DaybookText": ["Text", "Comparing", "Dates", "Query", "Markup"],
  "DaybookEvents": ["Wire", "Identity", "Clock", "Event"],
  "DaybookLog": [
    "State", "Index", "Formats", "Read", "Exchange", "Corrections", "Write", "Damage",
  ],
  "DaybookInterchange": ["JSON", "Document", "Markdown", "Anki", "Taskwarrior"],
  "DaybookSync": ["Remotes", "Folder", "SSH"],
  "DaybookConsole": [
    "Text", "JSON", "Messages", "Screen", "Output", "Arguments", "Completion", "Running", "Review",
    "Replay",
  ],
  "DaybookCommand": [
    "Things", "Clocks", "Erase", "Tags", "Items", "Collections", "Decks", "Log", "Media", "Merge",
    "Repair", "Review", "Cards", "Replay", "Settings", "Sync", "Store", "Doctor", "Today",
  ],
]

/// What points up all the same, and why. The list may only shrink: an arrow that is gone must leave
/// it.
private let knownArrowsUp = [
  "Daybook/Decks/Card.swift -> Notes": "a card made of a note shows what the note says",
  "Daybook/Decks/Card.swift -> Schedule": "a card carries when it is due",
  "Daybook/Store/ScratchViews.swift -> Schedule": ofSchedule,
  "Daybook/Store/Store+Open.swift -> Settings": "a new store checks the name it is given",
  "Daybook/Store/Store.swift -> Decks": "schedulers are kept from one reading to the next",
  "Daybook/Views/ViewBatch+Posting.swift -> Media": "files that an erasure names go with it",
  "Daybook/Views/ViewBatch.swift -> Schedule": ofSchedule,
  "Daybook/Views/ViewBuild.swift -> Store": "it throws what a caller of `rebuild` may catch",
  "Daybook/Views/ViewCatalog.swift -> History": ofPast,
  "Daybook/Views/ViewCatalog.swift -> Schedule": ofSchedule,
  "Daybook/Views/ViewMender.swift -> History": ofPast,
  "Daybook/Views/ViewMender.swift -> Schedule": ofSchedule,
  "Daybook/Views/ViewMender.swift -> Store": "what is damaged is folded as if it were past",
  "Daybook/Views/ViewWriter.swift -> Schedule": ofSchedule,
]

/// Decisions.md: "What is computed of cards is a view of its own".
private let ofSchedule = "the schedule is kept with the rows it follows from, in one transaction"
private let ofPast = "one catalog reads what is kept and what is folded of the past"

/// What stands above all folders of its target.
private let top = "top"

/// Each file that names a type of a higher floor of its target, and that floor.
func arrowsUp(_ sources: [SwiftSource], _ floors: [String: [String]]) -> [String] {
  floors.flatMap { target, order in
    let files = sources.filter { $0.isProduct && $0.target == target }
    var homes: [Substring: String] = [:]
    for file in files { for name in declaredTypes(file) { homes[name] = folder(of: file) } }
    let ranks = Dictionary(uniqueKeysWithValues: (order + [top]).enumerated().map { ($1, $0) })
    return files.flatMap { file -> [String] in
      guard let own = ranks[folder(of: file)] else { return ["\(file.path) -> no floor"] }
      let named = Set(namedTypes(file).compactMap { homes[$0] }).filter { ranks[$0] ?? 0 > own }
      return named.map { "\(file.path.dropFirst("Sources/".count)) -> \($0)" }
    }
  }.sorted()
}

/// The folder of its target that a file lies in.
private func folder(of source: SwiftSource) -> String {
  let parts = source.path.split(separator: "/")
  return parts.count > 3 ? String(parts[2]) : top
}

/// The types that other files can name, declared at the margin.
private func declaredTypes(_ source: SwiftSource) -> [Substring] {
  let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "actor", "typealias"]
  return source.code.compactMap { line in
    guard let first = line.utf8.first, first != UInt8(ascii: " ") else { return nil }
    let words = words(of: line)
    guard let kind = words.firstIndex(where: kinds.contains), kind + 1 < words.count,
      !words[..<kind].contains("private"), !words[..<kind].contains("fileprivate")
    else { return nil }
    return words[kind + 1]
  }
}

/// The words that can be types: with a capital, and not part of another by a dot.
private func namedTypes(_ source: SwiftSource) -> Set<Substring> {
  var found: Set<Substring> = []
  for line in source.code {
    for word in words(of: line, joinedByDots: true) {
      guard let first = word.utf8.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first)
      else { continue }
      found.insert(Substring(word.utf8.prefix { $0 != UInt8(ascii: ".") }))
    }
  }
  return found
}

/// The names and numbers of a line, told by its bytes: a character at a time takes twenty times
/// as long over all sources.
private func words(of line: String, joinedByDots: Bool = false) -> [Substring] {
  line.utf8.split { byte in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      false
    default: byte != UInt8(ascii: ".") || !joinedByDots
    }
  }.map { Substring($0) }
}

struct FolderRuleTests {
  @Test func `arrows between folders point one way but for those that are known`() {
    let found = Set(arrowsUp(SourceTree.swift, floors))
    for arrow in found.subtracting(knownArrowsUp.keys).sorted() {
      Issue.record("\(arrow) points up: move one of the two, or hand in what is needed")
    }
    for arrow in Set(knownArrowsUp.keys).subtracting(found).sorted() {
      Issue.record("\(arrow) points up no more: take it from the list")
    }
  }

  @Test func `every folder has its floor`() {
    for (target, order) in floors {
      let paths = SourceTree.swift.map(\.path).filter { $0.hasPrefix("Sources/\(target)/") }
      let folders = Set(
        paths.map { $0.split(separator: "/") }.filter { $0.count > 3 }.map { $0[2] })
      #expect(folders == Set(order.map { Substring($0) }), "\(target)")
    }
  }

  @Test func `an arrow up is found`() {
    let sources = [
      SwiftSource("Sources/A/Low/One.swift", "struct One { let two: [Two]; let b: B.Three }"),
      SwiftSource("Sources/A/High/Two.swift", "package final class Two { let one = One() }"),
      SwiftSource("Sources/A/High/Three.swift", "enum Three {}\nprivate enum One {}"),
      SwiftSource("Sources/A/Schema.swift", "struct Schema { let all = [Two(), One()] }"),
      SwiftSource("Sources/A/Low/Four.swift", "let four = Schema()  // Two"),
    ]
    let found = arrowsUp(sources, ["A": ["Low", "High"]])
    #expect(found == ["A/Low/Four.swift -> top", "A/Low/One.swift -> High"])
  }
}
