/// A deck.
package struct AnkiDeck: Equatable, Sendable {
  /// Milliseconds since 1970 when it was made, made unique; 1 is the default deck.
  package var id: Int
  /// The whole name, with `::` between its levels.
  package var name: String
  /// Seconds since 1970.
  package var modifiedSeconds: Int
  /// What is shown and what was done today, `Deck.Common`.
  package var common: ProtoMessage
  /// What it is and everything else, `Deck.KindContainer`.
  package var kind: ProtoMessage

  /// An ordinary deck.
  package init(
    id: Int, name: String, modifiedSeconds: Int, optionsID: Int = 1, description: String = "",
    desiredRetention: Double? = nil
  ) {
    self.init(
      id: id, name: name, modifiedSeconds: modifiedSeconds, common: ProtoMessage(),
      kind: ProtoMessage())
    var normal = ProtoMessage()
    normal.set(1, integer: optionsID)
    normal.set(4, text: description)
    normal.set(10, optional: desiredRetention.map(Float.init))
    self.normal = normal
  }

  init(
    id: Int, name: String, modifiedSeconds: Int, common: ProtoMessage, kind: ProtoMessage
  ) {
    self.id = id
    self.name = name
    self.modifiedSeconds = modifiedSeconds
    self.common = common
    self.kind = kind
  }

  /// Whether it only borrows cards by a search.
  package var isFiltered: Bool { !kind.messages(2).isEmpty }

  /// What an ordinary deck holds, `Deck.Normal`; nil for a filtered one.
  var normal: ProtoMessage? {
    get { isFiltered ? nil : kind.messages(1).last ?? ProtoMessage() }
    set { kind.set(1, messages: newValue.map { [$0] } ?? []) }
  }

  /// What a filtered deck holds, `Deck.Filtered`.
  var filtered: ProtoMessage? {
    get { kind.messages(2).last }
    set { kind.set(2, messages: newValue.map { [$0] } ?? []) }
  }

  /// Which options it has; nil for a filtered deck.
  package var optionsID: Int? { normal?.integer(1) }

  /// What is shown when it is opened.
  package var description: String { normal?.text(4) ?? "" }

  /// Reviews a day, in place of those of its options.
  package var reviewLimit: Int? { normal?.optionalInteger(6) }

  /// New cards a day, in place of those of its options.
  package var newLimit: Int? { normal?.optionalInteger(7) }

  /// 0 to 1, in place of that of its options.
  package var desiredRetention: Double? {
    normal?.optionalFloat(10).flatMap { Double($0.description) }
  }
}
