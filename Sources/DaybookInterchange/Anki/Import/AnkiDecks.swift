import Daybook
import DaybookEvents

/// The decks of a package as they are kept here.
struct AnkiDecks {
  /// What is imported.
  private(set) var entries: [ImportedDeck] = []
  /// Decks whose names are no names any more; their cards go to the default deck.
  private(set) var problems: [AnkiProblem] = []
  private var namesByID: [Int: String] = [:]
  private var idsByName: [String: Int] = [:]

  /// The most bytes of a name, with those of the decks above.
  private static let nameLimit = 4_096

  /// - Parameter usesDefault: whether some card is in the deck that every package has.
  init(_ decks: [AnkiDeck], _ options: [AnkiDeckOptions], usesDefault: Bool) {
    let options = Dictionary(options.map { ($0.id, $0) }) { first, _ in first }
    for deck in decks where !deck.isFiltered {
      guard deck.name.utf8.count <= Self.nameLimit else {
        problems.append(AnkiProblem(subject: .deck(deck.id), kind: .tooLarge))
        continue
      }
      namesByID[deck.id] = deck.name
      guard deck.id != 1 || usesDefault else { continue }
      idsByName[deck.name] = deck.id
      var imported = ImportedDeck(name: deck.name)
      let preset = deck.optionsID.flatMap { options[$0] } ?? options[1]
      if let preset { imported.options = Self.values(preset, deck) }
      entries.append(imported)
    }
    entries.sort { $0.name < $1.name }
  }

  /// Recognises decks of this store that went out under other names, because Anki would have taken
  /// two of them for one.
  mutating func recognize(_ own: [DeckSummary]) {
    let decks = own.filter { !$0.isDeleted }
    let byNumber = Dictionary(decks.map { ($0.id.ankiNumber, $0) }) { first, _ in first }
    for index in entries.indices {
      let name = entries[index].name
      guard let deck = idsByName[name].flatMap({ byNumber[$0] }), deck.name.string != name,
        AnkiNames.isSame(name, as: deck.name.string)
      else { continue }
      entries[index].ids = [deck.id]
    }
  }

  /// The name of the deck of a card: where it came from, if it was borrowed by a filtered deck.
  func name(of card: AnkiCard) -> String {
    namesByID[card.homeDeckID] ?? namesByID[card.deckID] ?? "Default"
  }

  /// The options of a deck that differ from the defaults.
  private static func values(_ preset: AnkiDeckOptions, _ deck: AnkiDeck) -> [DeckOptionValue] {
    var options = DeckOptions()
    func set(_ name: DeckOptionName, _ text: String) {
      // What cannot be used here stays as by default; an export restores it.
      try? options.set(name, text)
    }
    if let retention = deck.desiredRetention ?? preset.desiredRetention {
      set(.desiredRetention, "\(retention)")
    }
    set(.learningSteps, text(minutes: preset.learningStepMinutes))
    set(.relearningSteps, text(minutes: preset.relearningStepMinutes))
    set(.maximumInterval, "\(preset.maximumIntervalDays)")
    set(.newPerDay, "\(deck.newLimit ?? preset.newPerDay)")
    set(.reviewsPerDay, "\(deck.reviewLimit ?? preset.reviewsPerDay)")
    set(.leechThreshold, "\(preset.leechThreshold)")
    options.leechAction = preset.leechAction == .suspend ? .suspend : .mark
    options.buriesSiblings = preset.buriesNew && preset.buriesReviews
    if !preset.parameters.isEmpty {
      set(.parameters, preset.parameters.map { "\($0)" }.joined(separator: " "))
    }
    let standard = DeckOptions()
    var values = DeckOptionName.allCases.compactMap { name -> DeckOptionValue? in
      guard let text = options.text(name), text != standard.text(name) else { return nil }
      return DeckOptionValue(name: name.rawValue, value: text)
    }
    var kept = ProtoMessage()
    kept.set(1, text: preset.name)
    kept.set(2, messages: [preset.config])
    kept.set(3, integer: preset.id)
    values.append(
      DeckOptionValue(
        name: DeckOptionName.imported.rawValue, value: JSONText.base64(kept.bytes).text ?? ""))
    return values
  }

  private static func text(minutes: [Float]) -> String {
    if minutes.isEmpty { return "none" }
    return minutes.map { "\(max(1, Int(($0 * 60).rounded())))s" }.joined(separator: " ")
  }
}
