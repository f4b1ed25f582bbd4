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

  init(
    _ moment: Moment, _ summaries: [DeckSummary], _ transaction: borrowing ReadTransaction
  ) throws {
    var presetIDs: [[DeckOptionValue]: Int] = [[]: 1]
    for deck in summaries {
      let record = try moment.catalog.record(RowKey(.deck, deck.id), transaction)
      let values = record.deckOptions
      let changed = Int(max(0, record.lastWrite?.recordedAt ?? 0) / 1000)
      var preset = presetIDs[values]
      if preset == nil {
        let made = AnkiDeckOptions(
          try moment.options(of: deck.id, transaction), values, name: deck.name.string,
          modifiedSeconds: changed, besides: Set(presetIDs.values))
        presets.append(made)
        presetIDs[values] = made.id
        preset = made.id
      }
      let id = deck.name.string == "Default" ? 1 : deck.id.ankiNumber
      guard !idsByDeck.values.contains(id) else { continue }
      idsByDeck[deck.id] = id
      decks.append(
        AnkiDeck(
          id: id, name: deck.name.string, modifiedSeconds: changed, optionsID: preset ?? 1))
    }
  }

  /// The number of a deck; nil for one that is not exported.
  func number(of deck: EntityID) -> Int? { idsByDeck[deck] }
}

extension AnkiDeckOptions {
  /// Options of a deck: what an import kept, with what counts here.
  fileprivate init(
    _ options: DeckOptions, _ values: [DeckOptionValue], name: String, modifiedSeconds: Int,
    besides taken: Set<Int>
  ) {
    let kept = values.first { $0.name == DeckOptionName.imported.rawValue }
      .flatMap { JSONText.bytes(base64: .string($0.value)) }.flatMap { ProtoMessage($0) }
    // Equal options have equal names there, whatever else they are for.
    var id = kept?.optionalInteger(3) ?? 1
    if taken.contains(id) {
      id = EntityID(name: [Array("options".utf8)] + values.map(\.encoded)).ankiNumber
    }
    self.init(id: id, name: kept?.text(1) ?? name, modifiedSeconds: modifiedSeconds)
    if let config = kept?.messages(2).last { self.config = config }
    learningStepMinutes = options.learningSteps.map { Float($0) / 60 }
    relearningStepMinutes = options.relearningSteps.map { Float($0) / 60 }
    maximumIntervalDays = options.maximumInterval
    newPerDay = options.newPerDay
    reviewsPerDay = options.reviewsPerDay
    desiredRetention = options.desiredRetention
    leechThreshold = options.leechThreshold
    leechAction = options.leechAction == .suspend ? .suspend : .tagOnly
    if options.buriesSiblings != (buriesNew && buriesReviews) {
      buriesNew = options.buriesSiblings
      buriesReviews = options.buriesSiblings
    }
    if !options.parameters.isEmpty { setParameters(options.parameters) }
  }
}
