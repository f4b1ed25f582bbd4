import Daybook
import DaybookEvents
import LMDB

/// Decks and their options as an exported collection has them.
struct AnkiDeckBook {
  /// The decks, by their ids there.
  private(set) var decks: [AnkiDeck] = []
  /// Their options; decks of equal options share them.
  private(set) var presets: [AnkiDeckOptions] = []
  private var idsByDeck: [EntityID: Int] = [:]
  private var presetIDs: [AnkiPreset: Int] = [:]

  init(
    _ moment: Moment, _ summaries: [DeckSummary], _ transaction: borrowing ReadTransaction
  ) throws {
    var found: [(deck: DeckSummary, preset: AnkiPreset, changed: Int)] = []
    for deck in summaries {
      let record = try moment.catalog.record(RowKey(.deck, deck.id), transaction)
      let preset = AnkiPreset(try moment.options(of: deck.id, transaction), record.deckOptions)
      let changed = Int(max(0, record.lastWrite?.recordedAt ?? 0) / 1000)
      found.append((deck, preset, changed))
    }
    // What came from there keeps its number, the default options among them.
    for (deck, preset, changed) in found where preset.kept != nil {
      add(preset, deck.name.string, changed)
    }
    for (deck, preset, changed) in found { add(preset, deck.name.string, changed) }
    // Every collection has one of this name.
    let standard = found.first { $0.deck.name.string == "Default" }
    let standardDeck = standard ?? found.first { $0.deck.name.string.lowercased() == "default" }
    var taken: Set<Int> = []
    for (deck, preset, changed) in found {
      var id = deck.id == standardDeck?.deck.id ? 1 : deck.id.ankiNumber
      while !taken.insert(id).inserted { id += 1 }
      idsByDeck[deck.id] = id
      decks.append(
        AnkiDeck(
          id: id, name: deck.name.string, modifiedSeconds: changed,
          optionsID: presetIDs[preset] ?? 1))
    }
  }

  private mutating func add(_ preset: AnkiPreset, _ name: String, _ changed: Int) {
    guard presetIDs[preset] == nil else { return }
    if preset.isStandard {
      let first = presetIDs.first { $0.value == 1 }?.key
      // Those of a new collection are there without being added.
      if first?.hasStandardValues ?? true { return presetIDs[preset] = 1 }
    }
    let made = preset.options(
      named: name, modifiedSeconds: changed, besides: Set(presetIDs.values))
    presets.append(made)
    presetIDs[preset] = made.id
  }

  /// The number of a deck; nil for one that is not exported.
  func number(of deck: EntityID) -> Int? { idsByDeck[deck] }
}

/// The options that count for a deck, with what an import kept of where they come from.
private struct AnkiPreset: Hashable {
  /// What an import kept.
  let kept: String?
  /// The values, in the order of their names; nil where there is none.
  private let values: [String?]
  private static let names = DeckOptionName.allCases.filter { $0 != .imported }

  init(_ options: DeckOptions, _ written: [DeckOptionValue]) {
    kept = written.first { $0.name == DeckOptionName.imported.rawValue && !$0.value.isEmpty }?.value
    values = Self.names.map { options.text($0) }
  }

  /// Whether nothing is set.
  var isStandard: Bool { kept == nil && hasStandardValues }

  /// Whether what is set is what counts by default.
  var hasStandardValues: Bool {
    let standard = DeckOptions()
    return values == Self.names.map { standard.text($0) }
  }

  /// As Anki has them. What is the same in what was kept stays there to the byte, so that a deck
  /// that goes out and comes back is no news.
  func options(
    named name: String, modifiedSeconds: Int, besides taken: Set<Int>
  ) -> AnkiDeckOptions {
    let kept = kept.flatMap { JSONText.bytes(base64: .string($0)) }.flatMap { ProtoMessage($0) }
    var id = kept?.optionalInteger(3) ?? 1
    // The first number is that of the default options.
    if kept == nil || taken.contains(id) {
      let parts = [self.kept ?? ""] + values.map { $0 ?? "" }
      id = EntityID(name: [Array("options".utf8)] + parts.map { Array($0.utf8) }).ankiNumber
    }
    var preset = AnkiDeckOptions(
      id: id, name: kept?.text(1) ?? name, modifiedSeconds: modifiedSeconds)
    if let config = kept?.messages(2).last { preset.config = config }
    for (name, value) in zip(Self.names, values) {
      var options = DeckOptions()
      // What cannot be read does not count here either.
      if let value { try? options.set(name, value) }
      preset.take(name, from: options)
    }
    return preset
  }
}

extension AnkiDeckOptions {
  /// Takes over one option where it says something else.
  fileprivate mutating func take(_ name: DeckOptionName, from options: DeckOptions) {
    func set<Value: Equatable>(
      _ path: WritableKeyPath<AnkiDeckOptions, Value>, _ value: Value
    ) {
      if self[keyPath: path] != value { self[keyPath: path] = value }
    }
    switch name {
    case .desiredRetention:
      if desiredRetention ?? 0.9 != options.desiredRetention {
        desiredRetention = options.desiredRetention
      }
    case .learningSteps: set(\.learningStepMinutes, options.learningSteps.map { Float($0) / 60 })
    case .relearningSteps:
      set(\.relearningStepMinutes, options.relearningSteps.map { Float($0) / 60 })
    case .maximumInterval: set(\.maximumIntervalDays, options.maximumInterval)
    case .newPerDay: set(\.newPerDay, options.newPerDay)
    case .reviewsPerDay: set(\.reviewsPerDay, options.reviewsPerDay)
    case .leechThreshold: set(\.leechThreshold, options.leechThreshold)
    case .leechAction: set(\.leechAction, options.leechAction == .suspend ? .suspend : .tagOnly)
    case .burySiblings where options.buriesSiblings != (buriesNew && buriesReviews):
      buriesNew = options.buriesSiblings
      buriesReviews = options.buriesSiblings
    case .parameters where parameters != options.parameters: setParameters(options.parameters)
    default: break
    }
  }
}
