import DaybookEvents

/// What can be set for a deck. The raw values are written to disk: never rename or reuse one.
public enum DeckOptionName: String, CaseIterable, Sendable {
  /// The probability of remembering at which a card is shown again, 0.7 to 0.99.
  case desiredRetention
  /// Waits between the first answers to a new card.
  case learningSteps
  /// Waits after a card was forgotten.
  case relearningSteps
  /// The longest interval, in days.
  case maximumInterval
  /// New cards a day.
  case newPerDay
  /// Reviews a day.
  case reviewsPerDay
  /// In which order new cards come.
  case newOrder
  /// In which order reviews come.
  case reviewOrder
  /// Whether new cards come after reviews, before them, or among them.
  case newMix
  /// Whether other cards of a note wait until tomorrow once one was answered.
  case burySiblings
  /// After how many lapses a card is a leech; 0 for never.
  case leechThreshold
  /// What happens to a leech.
  case leechAction
  /// Whether intervals vary a little, so that cards learned together do not stay together.
  case fuzz
  /// The parameters of the memory model: none for the defaults, else 17, 19 or 21 numbers.
  case parameters
  /// What another program keeps about the deck, as it came.
  case imported

  /// Whether a change of it moves due dates.
  public var isAboutSchedule: Bool {
    switch self {
    case .desiredRetention, .learningSteps, .relearningSteps, .maximumInterval, .fuzz,
      .parameters:
      true
    default: false
    }
  }

  /// Finds an option by its name, with or without hyphens and capitals.
  public init?(_ text: String) {
    let letters = text.lowercased().filter { $0 != "-" && $0 != "_" }
    let found = Self.allCases.first { $0.rawValue.lowercased() == letters }
    guard let found, found != .imported else { return nil }
    self = found
  }

  /// The part of the register's key.
  package var part: UInt128 { Self.part(of: rawValue) }

  /// The part of the key of a register by the name of its option.
  static func part(of name: String) -> UInt128 { EntityID(name: "option", name).rawValue }
}

/// One option's name and value: a part of the payload of `deckOptionsChanged`, and the value of
/// its register.
package struct DeckOptionValue: Hashable, Sendable {
  /// The name, which may be one of a newer program.
  package let name: String
  /// The value; empty where the default counts again.
  package let value: String

  /// Names a value.
  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }

  /// The register's value.
  package var encoded: [UInt8] {
    var wire = WireWriter()
    wire.text(1, name)
    if !value.isEmpty { wire.text(2, value) }
    return wire.bytes
  }

  /// The payload of `deckOptionsChanged`.
  package static func payload(_ values: [DeckOptionValue]) -> [UInt8] {
    var wire = WireWriter()
    for value in values { wire.bytes(1, value.encoded) }
    return wire.bytes
  }

  /// Reads a register's value; nil for another shape.
  package init?(reading bytes: [UInt8]) {
    // Another shape is no option.
    guard let payload = try? Payload(bytes), let name = payload.bytes(1) else { return nil }
    self.init(
      name: String(decoding: name, as: UTF8.self),
      value: String(decoding: payload.bytes(2) ?? [], as: UTF8.self))
  }

  /// Lists the writes of `deckOptionsChanged`.
  static func reduce(
    _ payload: Span<UInt8>, _ row: RowKey, _ writes: inout EventWrites
  ) throws(WireError) {
    writes.add(row, isLive: true)
    var reader = WireReader(payload)
    while let field = try reader.next(in: payload) {
      guard field.number == 1, let range = field.range,
        let value = DeckOptionValue(reading: payload.array(range))
      else { continue }
      writes.add(
        row, FieldKey(.option, DeckOptionName.part(of: value.name)), payload: range)
    }
  }
}
