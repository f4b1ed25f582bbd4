import Daybook
import DaybookConsole
import DaybookEvents

/// Works out which correction the words of a command line mean.
struct ClockChoice {
  private let words: ClockCorrectCommand
  private let store: Store
  private let wrong: [WrongClock]

  init(_ words: ClockCorrectCommand, _ store: Store) throws {
    self.words = words
    self.store = store
    wrong = try store.wrongClocks()
  }

  /// The correction; nil where none was asked for and nothing is known to be wrong.
  func correction() throws -> ClockCorrection? {
    guard let replica = try replica() else { return nil }
    let found = wrong.first { $0.replica == replica }
    if words.none {
      let known = try store.clockCorrections().first { $0.correction.replica == replica }
      guard let known else { throw UsageError.contradiction("No correction holds for it") }
      return ClockCorrection(from: known.correction.first, minus: 0)
    }
    let first = try words.from.map { try event($0.string, of: replica) } ?? found?.first
    guard let first else {
      throw UsageError.missing("--from, for its clock is not known to run a day ahead")
    }
    guard words.by != nil || words.to != nil else {
      guard let found else { throw UsageError.missing("--by or --to") }
      return ClockCorrection(from: first, minus: found.correction.minus)
    }
    return ClockCorrection(from: first, minus: Stamp(milliseconds: try shift(first)).rawValue)
  }

  /// Whose clock is meant.
  private func replica() throws -> ReplicaID? {
    guard let name = words.replica?.string else {
      guard wrong.count > 1 else { return wrong.first?.replica }
      let names = wrong.map { $0.replica.description }.joined(separator: ", ")
      throw UsageError.missing("which clock: \(names)")
    }
    let named = try store.replicas(named: name)
    // Of those that share a name, one may be known to be wrong, or to have been.
    let known = wrong.map(\.replica) + (try store.clockCorrections().map(\.correction.replica))
    let likely = named.intersection(known)
    let chosen = likely.count == 1 ? likely : named
    guard chosen.count == 1 else {
      let names = chosen.sorted().map(\.description).joined(separator: ", ")
      throw UsageError.missing("which clock: \(names)")
    }
    return chosen.first
  }

  private func event(_ text: String, of replica: ReplicaID) throws -> EventName {
    if let event = try store.event(named: text) {
      guard event.replica == replica else {
        throw UsageError.contradiction("That event was written by another machine")
      }
      return event
    }
    if TimeReading.looksLikeEvent(text) { throw StoreError.unknownID(text) }
    let time = try TimeReading(store).start(text)
    guard let event = try store.firstEvent(of: replica, since: time) else {
      throw StoreError.unknownID(text)
    }
    return event
  }

  /// By how many milliseconds, as `--by` or `--to` says.
  private func shift(_ first: EventName) throws -> Int64 {
    let reading = TimeReading(store)
    guard let said = try store.time(of: first) else {
      throw StoreError.unknownID(first.description)
    }
    let ahead: Int64
    if let to = words.to {
      ahead = said - (try reading.start(to.string))
    } else {
      ahead = try span(words.by?.string ?? "", before: said, reading.clock)
    }
    guard ahead > 0 else {
      throw UsageError.contradiction("A clock can be corrected back only, to an earlier time")
    }
    return ahead
  }

  /// A span such as `74y`, counted back from a time as the calendar does.
  private func span(_ text: String, before time: Int64, _ clock: LocalClock) throws -> Int64 {
    // The words for times go both ways; a clock that ran behind is not corrected.
    guard text.first?.isNumber == true else { throw Self.unreadable }
    let parser = TimeParser(
      now: time, offsetMinutes: store.options.offsetMinutes, direction: .past)
    do {
      switch try parser.parse(text) {
      case .instant(let milliseconds): return time - milliseconds
      case .date(let date):
        guard text.last?.isLetter == true else { throw Self.unreadable }
        return Int64(clock.date(at: time).daysSince1970 - date.daysSince1970) * 86_400_000
      }
    } catch is TimeParseError {
      throw Self.unreadable
    }
  }

  private static var unreadable: UsageError {
    .unknownValue(option: "--by", known: ["74y", "3d", "2h"])
  }
}
