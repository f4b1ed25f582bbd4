import DaybookEvents
import LMDB

/// How much of a deck was studied on a day, for its daily limits: a function of the states of its
/// cards, kept beside them.
struct DayTally: Equatable {
  /// Cards whose first answer was that day.
  var new = 0
  /// Cards whose last answer was that day, and whose first was before.
  var reviews = 0

  /// Which tally a card counts in.
  struct Key: Hashable {
    let deck: EntityID
    let studyDay: Int

    var bytes: [UInt8] {
      ViewIndex.tally.key(deck.key, Array(Hexadecimal.bytes(UInt64(max(0, studyDay))).suffix(4)))
    }
  }

  var encoded: [UInt8] {
    var wire = WireWriter()
    wire.raw(UInt64(max(0, new)))
    wire.raw(UInt64(max(0, reviews)))
    return wire.bytes
  }

  init() {}

  /// Reads a kept tally; nothing where it cannot be read.
  init(reading bytes: Span<UInt8>) {
    var reader = WireReader(bytes)
    // As said above.
    new = Int(clamping: (try? reader.varint(in: bytes)) ?? 0)
    reviews = Int(clamping: (try? reader.varint(in: bytes)) ?? 0)  // as above
  }

  /// Adds another tally, in which there may be less than nothing.
  static func += (tally: inout DayTally, change: DayTally) {
    tally.new += change.new
    tally.reviews += change.reviews
  }

  /// Adds, or with -1 takes away, what a card counts for.
  static func count(_ state: CardState, _ sign: Int, in tallies: inout [Key: DayTally]) {
    guard let deck = state.deck, let first = state.firstStudyDay else { return }
    tallies[Key(deck: deck, studyDay: first), default: DayTally()].new += sign
    guard let last = state.lastStudyDay, last != first else { return }
    tallies[Key(deck: deck, studyDay: last), default: DayTally()].reviews += sign
  }
}

extension Moment {
  /// How much of a deck was studied on a day, with those that were joined into it.
  func tally(
    of deck: EntityID, on studyDay: Int, _ transaction: borrowing ReadTransaction
  ) throws -> DayTally {
    var tally = DayTally()
    for deck in try joined(into: deck, .deck, transaction) {
      let key = DayTally.Key(deck: deck.id, studyDay: studyDay).bytes
      if let kept = try self.tally(under: key, transaction) { tally += kept }
    }
    return tally
  }

  /// What is kept under a key; nil where nothing is.
  func tally(
    under key: [UInt8], _ transaction: borrowing ReadTransaction
  ) throws -> DayTally? {
    var tally: DayTally?
    try catalog.scan(.schedule, from: key, below: key.after, transaction) { _, value in
      tally = DayTally(reading: value)
      return .stop
    }
    return tally
  }
}
