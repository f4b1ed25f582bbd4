import ArgumentParser
package import Daybook
import DaybookEvents

/// The options of reading commands that look at the past.
package struct PastArguments: ParsableArguments {
  @Option(
    help: "Show what was true at a time: a date, yesterday, -3d, mon, or an event id.")
  var at: Word?

  @Option(help: "Show what this machine knew at a time.")
  var asKnownAt: Word?

  /// The present.
  package init() {}

  /// Whether a past moment was asked for.
  package var isGiven: Bool { at != nil || asKnownAt != nil }

  /// The time asked for; nil for the present. Says so where it lies before everything.
  ///
  /// - Throws: a usage error when it cannot be read, lies in the future, or when both are given.
  package func time(in store: Store) throws -> PastTime? {
    guard at == nil || asKnownAt == nil else {
      throw UsageError.contradiction("--at and --as-known-at are two different pasts")
    }
    guard let word = at ?? asKnownAt else { return nil }
    let reading = TimeReading(store)
    let time = try reading.pastTime(word.string, asKnown: at == nil)
    if let beginning = try store.beginning(after: time) {
      let begun = TimeText(reading.clock).text(beginning)
      Console.note("That is before this store's first event, of \(begun): nothing is here yet.")
    }
    return time
  }
}

/// Reads times as people type them, where they are.
package struct TimeReading {
  private let store: Store

  /// Reads times on the clock of a store.
  package init(_ store: Store) { self.store = store }

  /// A moment to look back to: the end of a day, a moment, or just after the command of an event.
  ///
  /// - Throws: a usage error for a time that cannot be read or has not come;
  ///   ``StoreError/unknownID(_:)`` for an event that is not here.
  package func pastTime(_ text: String, asKnown: Bool = false) throws -> PastTime {
    let past = try ofEvent(named: text) {
      try store.time(afterEventNamed: text, asKnown: asKnown)
    }
    if let past { return past }
    let milliseconds: Int64
    switch try value(text, .past) {
    case .date(let date):
      guard clock.instant(date, millisecondOfDay: 0) <= now else { throw UsageError.futureTime }
      milliseconds = clock.instant(date.adding(days: 1) ?? date, millisecondOfDay: 0) - 1
    case .instant(let instant):
      guard instant <= now else { throw UsageError.futureTime }
      milliseconds = instant
    }
    return asKnown ? .known(milliseconds) : .timeline(milliseconds)
  }

  /// What is found of the event that a person may mean; nil where the text is a time, such as
  /// `12:30`, though several events have a name that begins so.
  ///
  /// - Throws: ``StoreError/unknownID(_:)``, ``StoreError/ambiguousEvent(_:candidates:)`` where
  ///   only an event can be meant.
  private func ofEvent<Found>(
    named text: String, _ find: () throws -> Found?
  ) throws -> Found? {
    do {
      if let found = try find() { return found }
    } catch StoreError.ambiguousEvent where !Self.looksLikeEvent(text) {
      return nil
    }
    if Self.looksLikeEvent(text) { throw StoreError.unknownID(text) }
    return nil
  }

  /// Whether text has the form `<hexadecimal digits>:<number>`, with or without a link.
  package static func looksLikeEvent(_ text: String) -> Bool {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[0].count >= 8 && UInt64(parts[1]) != nil
      && parts[0].allSatisfy { $0.isHexDigit || $0 == "~" }
  }

  /// The beginning of a past day, a past moment, or that of an event: milliseconds since 1970.
  package func start(_ text: String) throws -> Int64 {
    let time = try ofEvent(named: text) {
      try store.time(ofEventNamed: text)
    }
    if let time { return time }
    return switch try value(text, .past) {
    case .date(let date): clock.instant(date, millisecondOfDay: 0)
    case .instant(let milliseconds): milliseconds
    }
  }

  /// The present of a look at the store: now, or the past time that is looked at.
  package func present(_ time: PastTime?) throws -> Int64 { try store.present(time) }

  /// A date or a moment.
  package func value(_ text: String, _ direction: TimeParser.Direction) throws -> TimeValue {
    let parser = try parser(direction)
    do {
      return try parser.parse(text)
    } catch {
      throw UsageError.unreadableTime(error)
    }
  }

  /// The parser for a direction.
  package func parser(_ direction: TimeParser.Direction) throws -> TimeParser {
    TimeParser(
      now: store.options.now(), offsetMinutes: store.options.offsetMinutes, direction: direction,
      weekStart: try weekStart)
  }

  /// The day on which the person's week begins.
  package var weekStart: Weekday {
    get throws { try store.weekStart() }
  }

  /// The person's clock.
  package var clock: LocalClock { LocalClock(offsetMinutes: store.options.offsetMinutes) }

  /// The present, milliseconds since 1970.
  package var now: Int64 { store.options.now() }

  /// The query that words stand for, asked about a past moment or now; nil when there are none.
  package func query(_ words: [Word], at time: PastTime? = nil) throws -> Query? {
    guard !words.isEmpty else { return nil }
    do {
      return try store.query(now: now, at: time) { (parser) throws(QueryError) in
        try parser.parse(words.map(\.queryTerms))
      }
    } catch let error as QueryError {
      throw UsageError.unreadableQuery(error)
    }
  }
}

extension Word {
  /// What it says in a query: behind `--` a phrase, whatever is in it.
  fileprivate var queryTerms: String {
    guard isLiteral, !text.isBlank else { return string }
    return "\"" + string.replacing("\"", with: "\\\"") + "\""
  }
}
