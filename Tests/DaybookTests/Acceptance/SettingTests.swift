import Daybook
import DaybookEvents
import DaybookLog
import Testing

/// What a person sets, on one machine and on several.
struct SettingTests {
  @Test func `what is set for all machines holds on all of them, and the later choice wins`()
    throws
  {
    let (one, other) = (try TestStore("one"), try TestStore("other"))
    #expect(try one.store.set(.weekStart, to: "Sun"))
    #expect(try !one.store.set(.weekStart, to: "sunday"), "that is what it is")
    try one.store.set(.rolloverHour, to: "03")
    try other.merge(one)
    #expect(try other.store.setting(.weekStart).value == "sunday")
    #expect(try other.store.setting(.rolloverHour).value == "3")
    #expect(try other.store.fingerprint() == one.store.fingerprint())
    one.clock.advance(60_000)
    other.clock.advance(120_000)
    try one.store.set(.weekStart, to: "saturday")
    try other.store.set(.weekStart, to: "monday")
    try one.merge(other)
    try other.merge(one)
    for test in [one, other] {
      #expect(try test.store.setting(.weekStart).value == "monday")
      #expect(try test.conflicts.isEmpty)
    }
    #expect(try one.store.fingerprint() == other.store.fingerprint())
    #expect(try one.store.unset(.weekStart))
    #expect(try one.store.setting(.weekStart).value == "monday")
    #expect(try !one.store.setting(.weekStart).isSet)
    try other.merge(one)
    #expect(try !other.store.setting(.weekStart).isSet)
  }

  @Test func `views built anew hold the same settings`() throws {
    let test = try TestStore("one")
    try test.store.set(.rolloverHour, to: "0")
    let before = try test.store.fingerprint()
    let report = try test.store.rebuild(.collections)
    #expect(report.differences == 0 && report.rows == 1)
    #expect(try test.store.fingerprint() == before)
    #expect(try test.store.setting(.rolloverHour).value == "0")
    #expect(try test.store.verify().problems.isEmpty)
  }

  @Test func `the rollover hour moves the study day, and reviews record it`() throws {
    let test = try TestStore("one")
    let deck = try test.store.createDeck(named: "deck")
    let card = try test.store.addCard(CardChange(), to: deck)
    let midnight = test.clock.now / 86_400_000 * 86_400_000 - 3_600_000  // an hour east of UTC
    let day = try test.store.studyDay(at: midnight)
    try test.store.review(card, .good)
    try test.store.set(.rolloverHour, to: "0")
    #expect(try test.store.studyDay(at: midnight) == day + 1)
    try test.store.review(card, .good)
    let hours = try test.store.read { moment, transaction in
      try PlacedReview.all(
        of: card, moment.catalog.table(.decks), transaction
      ).map(\.answer.rolloverHour)
    }
    #expect(hours == [4, 0])
  }

  @Test func `the end of the week follows the day on which it begins`() throws {
    let test = try TestStore("one")  // its clock shows Thursday, 28 May 2026
    var fields = ItemChange.title("on Saturday")
    fields.schedule = Schedule(due: .date(try #require(CivilDate(year: 2026, month: 5, day: 30))))
    let item = try test.store.capture(fields)
    #expect(try test.store.items(matching: "due:eow").isEmpty, "Sunday, by default")
    try test.store.set(.weekStart, to: "sunday")
    #expect(try test.store.items(matching: "due:eow").map(\.id) == [item])
  }

  @Test func `a new name of a replica travels with what it writes, and the editor stays`() throws {
    let (one, other) = (try TestStore("one"), try TestStore("other"))
    try one.store.capture(.title("first"))
    try other.merge(one)
    try one.store.set(.replicaName, to: "kitchen")
    try one.store.set(.editor, to: "nano -w")
    try one.store.capture(.title("second"))
    try other.merge(one)
    let names = try other.store.read { moment, _ in moment.state.logs.map(\.name) }
    #expect(names == [Array("kitchen".utf8)])
    #expect(try one.store.setting(.replicaName).value == "kitchen")
    #expect(try other.store.setting(.replicaName).value == "other")
    #expect(try other.store.setting(.editor).value == nil)
    #expect(try one.store.verify().problems.isEmpty)
  }

  @Test(arguments: [
    (SettingName.rolloverHour, ["24", "-1", "4.5", "four", "", "004", "٤"]),
    (.weekStart, ["mo", "8", "", "someday"]), (.editor, ["", "  ", "a\nb", "\u{1B}[2J"]),
    (.replicaName, ["", "a\u{0}", String(repeating: "x", count: 201)]),
  ])
  func `what a setting cannot be is refused`(name: SettingName, values: [String]) throws {
    let test = try TestStore("one")
    for value in values {
      #expect(throws: SettingError(name: name), "\(value)") {
        try test.store.set(name, to: value)
      }
    }
    #expect(try test.eventCount == 0)
  }

  @Test func `a value of a newer program is kept, and the default holds here`() throws {
    let test = try TestStore("one")
    let setting = SettingValue(name: "weekStart", value: "the day after the market")
    try test.store.write { _, _ in
      [EventDraft(.settingChanged, setting.entity, payload: setting.encoded)]
    }
    #expect(try test.store.setting(.weekStart).value == "monday")
    #expect(try test.store.items(matching: "due:eow").isEmpty)
    #expect(try test.store.set(.weekStart, to: "monday"))
  }
}
