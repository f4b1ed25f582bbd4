import Testing

/// The floors of each target: a file may name the types of its own folder and of those before it.
/// Files beside the folders stand above all of them.
private let floors: [String: [String]] = [
  "Daybook": [
    "Facts", "Views", "Store", "Items", "Tags", "Settings", "Media", "Collections", "Decks",
    "Notes", "Custom", "Schedule", "Conflicts", "Search", "Clocks", "History", "Importing",
    "Portable", "Exchange", "Today", "Derived", "Backup", "Erase", "Repair", "Doctor", "Sample",
  ],
  "DaybookText": ["Text", "Comparing", "Dates", "Query", "Markup"],
  "DaybookEvents": ["Wire", "Identity", "Clock", "Event"],
  "DaybookLog": [
    "State", "Index", "Formats", "Read", "Exchange", "Corrections", "Write", "Damage",
  ],
  "DaybookInterchange": ["JSON", "Document", "Markdown", "Anki", "Taskwarrior"],
  "DaybookConsole": [
    "Text", "JSON", "Messages", "Arguments", "Completion", "Screen", "Review", "Output", "Replay",
  ],
  "DaybookCommand": [
    "Clocks", "Erase", "Items", "Collections", "Log", "Media", "Merge", "Repair", "Review",
    "Replay", "Cards", "Settings", "Store", "Doctor", "Tags", "Decks", "Completion", "Today",
  ],
]

/// What points up all the same. The list may only shrink: an arrow that is gone must leave it.
private let knownArrowsUp: Set = [
  "Daybook/Collections/Store+Join.swift -> Decks",
  "Daybook/Decks/Card.swift -> Notes",
  "Daybook/Decks/Card.swift -> Schedule",
  "Daybook/Decks/Store+DeckOptions.swift -> Schedule",
  "Daybook/Decks/Store+Decks.swift -> History",
  "Daybook/Facts/Field.swift -> top",
  "Daybook/Facts/Reducer.swift -> top",
  "Daybook/Facts/RowKind.swift -> top",
  "Daybook/History/Undo/UndoChange.swift -> Importing",
  "Daybook/History/Undo/UndoPlanner.swift -> Importing",
  "Daybook/Importing/ImportEntry.swift -> Portable",
  "Daybook/Importing/ImportStep.swift -> Portable",
  "Daybook/Items/Store+Items.swift -> Collections",
  "Daybook/Items/Store+Items.swift -> Tags",
  "Daybook/Store/ScratchViews.swift -> Schedule",
  "Daybook/Store/Store+Open.swift -> Settings",
  "Daybook/Store/Store.swift -> Decks",
  "Daybook/Views/RowIndexer.swift -> Items",
  "Daybook/Views/ViewBatch+Posting.swift -> top",
  "Daybook/Views/ViewBatch+Posting.swift -> Media",
  "Daybook/Views/ViewBatch.swift -> Schedule",
  "Daybook/Views/ViewBuild.swift -> Store",
  "Daybook/Views/ViewMender.swift -> History",
  "Daybook/Views/ViewMender.swift -> Schedule",
  "Daybook/Views/ViewMender.swift -> Store",
  "Daybook/Views/ViewCatalog.swift -> History",
  "Daybook/Views/ViewCatalog.swift -> Schedule",
  "Daybook/Views/ViewWriter.swift -> Schedule",
  "DaybookEvents/Clock/ClockCorrection.swift -> Event",
  "DaybookEvents/Identity/EntityID.swift -> Event",
  "DaybookEvents/Identity/ReplicaID.swift -> Event",
  "DaybookEvents/Identity/ReplicaKey.swift -> Event",
  "DaybookLog/Index/EntityIndex.swift -> Read",
  "DaybookLog/Index/LeastStamps.swift -> Read",
  "DaybookLog/Read/Log+Versions.swift -> Write",
  "DaybookConsole/Arguments/PastArguments.swift -> Output",
  "DaybookConsole/Arguments/StoreArguments.swift -> Output",
  "DaybookCommand/Completion/CompletionTree.swift -> top",
  "DaybookCommand/Items/CaptureCommand.swift -> Tags",
  "DaybookCommand/Items/EditCommand.swift -> Cards",
  "DaybookCommand/Repair/RepairLook.swift -> Store",
]

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
    for arrow in found.subtracting(knownArrowsUp).sorted() {
      Issue.record("\(arrow) points up: move one of the two, or hand in what is needed")
    }
    for arrow in knownArrowsUp.subtracting(found).sorted() {
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
