public import DaybookEvents
import DaybookLog
import DaybookScheduler
package import LMDB

extension Store {
  /// How a deck is learned.
  ///
  /// - Parameters:
  ///   - deck: its id.
  ///   - time: a moment in the past; nil for now.
  /// - Throws: ``StoreError/unknownID(_:)``.
  public func options(of deck: EntityID, at time: PastTime? = nil) throws -> DeckOptions {
    try read(at: time) { moment, transaction in
      _ = try moment.liveRecord(deck, .deck, transaction)
      return try moment.options(of: deck, transaction)
    }
  }

  /// How many cards would be due at another time if options were set so, as
  /// ``setOptions(of:_:)`` takes them; nothing is written.
  public func movedDueDates(
    of decks: [EntityID], setting values: [DeckOptionName: String]
  ) throws -> Int {
    try learningChanges(of: decks, setting: values).changes.effects.movedDueDates.count
  }

  /// Sets options of decks, those that differ from what counts, and computes the schedule anew
  /// where they are about it.
  ///
  /// The change itself is one small command. Computing follows in steps, while others read and
  /// write; were it interrupted, the next opening would go on with it, and until then a card's due
  /// date is computed when it is asked for.
  ///
  /// - Parameters:
  ///   - decks: the decks.
  ///   - values: as ``DeckOptions/set(_:_:)`` reads them; an empty text means the default.
  /// - Returns: how many due dates moved; nil when nothing was written.
  /// - Throws: ``DeckOptionError``; nothing is written then.
  @discardableResult
  public func setOptions(
    of decks: [EntityID], _ values: [DeckOptionName: String]
  ) throws -> Int? {
    var canonical: [(name: DeckOptionName, text: String)] = []
    for (name, value) in values.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      var options = DeckOptions()
      if !value.isEmpty { try options.set(name, value) }
      canonical.append((name, value.isEmpty ? "" : options.text(name) ?? value))
    }
    let command = try write { moment, transaction in
      try decks.compactMap { deck in
        let record = try moment.liveRecord(deck, .deck, transaction)
        let changed = canonical.filter { option in
          let key = FieldKey(.option, option.name.part)
          let known = record[key]?.winner.flatMap { DeckOptionValue(reading: $0.value) }
          return known?.value ?? "" != option.text || record.contested.contains(key)
        }
        guard !changed.isEmpty else { return nil }
        var values = changed.map { DeckOptionValue(name: $0.name.rawValue, value: $0.text) }
        if let former = try moment.formerSteps(
          of: deck, record, changing: values.map(\.name), transaction)
        {
          values.append(former)
        }
        return EventDraft(.deckOptionsChanged, deck, payload: DeckOptionValue.payload(values))
      }
    }
    guard command != nil else { return nil }
    return try refreshSchedule().count
  }
}

extension Store {
  /// The live decks that lie below one, at any depth, in the order of their paths.
  package func decks(below deck: EntityID) throws -> [EntityID] {
    try read { try $0.decks(below: deck, $1) }
  }

  /// The decks that a person names, with those below them; without a name all that are live.
  ///
  /// - Throws: As ``Moment/resolveAll(_:as:_:)``.
  package func decks(meantBy text: String?, at time: PastTime? = nil) throws -> [EntityID] {
    try read(at: time) { moment, transaction in
      try text.map { try moment.decks(meantBy: $0, transaction) }
        ?? moment.deckTree(transaction).all
    }
  }

  /// The live cards of a deck alone, without those below it.
  package func cards(in deck: EntityID) throws -> [EntityID] {
    try read { try $0.cards(in: deck, $1) }
  }
}

extension Moment {
  /// The live decks that lie below one, at any depth, in the order of their paths: see
  /// ``DeckTree/below(_:)``.
  package func decks(
    below deck: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> [EntityID] {
    try deckTree(transaction).below(deck)
  }
}
