import DaybookInterchange
import TestSupport
import Testing

/// Packages with something wrong in them that is no reason to refuse the rest.
struct AnkiToleranceTests {
  private let folder: ScratchFolder
  private let rich = WholePackage.rich()

  init() throws { folder = try ScratchFolder() }

  private func note(_ index: Int) -> Int { rich.entries[index].note.id }

  private func card(_ index: Int) -> Int { rich.entries[index].cards[0].card.id }

  private func problem(
    _ subject: AnkiProblem.Subject, _ kind: AnkiProblem.Kind
  ) -> AnkiProblem {
    AnkiProblem(subject: subject, kind: kind)
  }

  @Test func `a bad note is passed over with its cards, and told`() throws {
    var bad = try HostilePackage(in: folder)
    try bad.change(
      "UPDATE notes SET guid = '' WHERE id = \(note(0))",
      "UPDATE notes SET mid = 5 WHERE id = \(note(1))",
      "UPDATE notes SET flds = 'one' WHERE id = \(note(3))",
      "UPDATE notes SET flds = CAST(x'61FF1F621F63' AS TEXT) WHERE id = \(note(4))",
      "UPDATE notes SET flds = CAST(x'61001F621F63' AS TEXT) WHERE id = \(note(6))",
      "UPDATE notes SET tags = printf('%.*c', 2000000, 'x') WHERE id = \(note(7))")
    let read = try bad.read()
    #expect(
      read.problems == [
        problem(.note(note(0)), .noGUID), problem(.note(note(1)), .unknownNoteType),
        problem(.note(note(3)), .wrongFieldCount(found: 1, expected: 3)),
        problem(.note(note(4)), .notText), problem(.note(note(6)), .nulCharacter),
        problem(.note(note(7)), .tooLarge),
      ])
    #expect(read.entries == [2, 5, 8, 9, 10, 11].map { rich.entries[$0] })
  }

  @Test func `bad cards and reviews are passed over, and their note is not`() throws {
    var bad = try HostilePackage(in: folder)
    let review = rich.entries[1].cards[0].reviews[0].id
    try bad.change(
      "UPDATE cards SET nid = 1 WHERE id = \(card(0))",
      "UPDATE cards SET nid = 9e15 WHERE id = \(card(2))",
      "UPDATE cards SET ord = -1 WHERE id = \(card(3))",
      "UPDATE cards SET data = 'no json', due = 7.9, ivl = '12' WHERE id = \(card(5))",
      "UPDATE revlog SET ease = 9 WHERE id = \(review)",
      "INSERT INTO revlog VALUES (5, 5, -1, 3, 1, 1, 1, 1, 1)", "DROP TABLE graves")
    let read = try bad.read()
    #expect(
      Set(read.problems.map { "\($0)" })
        == Set(
          [
            problem(.card(card(0)), .noNote), problem(.card(card(2)), .noNote),
            problem(.card(card(3)), .unknownNumber), problem(.review(review), .unknownNumber),
          ].map { "\($0)" }))
    #expect(read.entries.map(\.note) == rich.entries.map(\.note))
    #expect([0, 2, 3].allSatisfy { read.entries[$0].cards.count == 1 })
    #expect(read.entries[1].cards[0].reviews.count == 2)
    let odd = read.entries[5].cards[0].card
    #expect(odd.data == "no json" && odd.due == 7 && odd.interval == 12)
  }

  @Test func `a note of far too many cards is passed over`() throws {
    var bad = try HostilePackage(in: folder)
    try bad.change(
      """
      INSERT INTO cards SELECT 5000 + value, \(note(2)), 1, value, 0, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, '' FROM (WITH RECURSIVE n(value) AS (SELECT 3 UNION ALL SELECT value + 1 FROM n LIMIT
      1500) SELECT value FROM n)
      """)
    let read = try bad.read()
    #expect(read.problems == [problem(.note(note(2)), .tooLarge)])
    #expect(read.entries.count == rich.entries.count - 1)
  }

  @Test func `files that are missing or twice are told`() throws {
    var bad = try HostilePackage(in: folder)
    bad["1"] = nil
    #expect(try bad.read().problems == [problem(.media(1), .missing)])
    bad = try HostilePackage(in: folder)
    let names = ["é.png", "b.png", "e\u{301}.png", "c?.png"].enumerated()
    bad["media"] =
      JSONValue.object(JSONObject(names.map { ("\($0)", .string($1)) })).bytes
    let read = try bad.read()
    #expect(read.problems == [problem(.media(2), .duplicateName)])
    #expect(read.media.keys.sorted() == ["b.png", "c.png", "é.png"])
    bad["media"] = Array("{}".utf8)
    #expect(try bad.read().media.isEmpty)
    bad["media"] = nil
    #expect(try bad.read().problems.isEmpty)
    bad["media"] = Array("[".utf8)
    #expect(try bad.refusal() == .unreadableEntry("media"))
  }

  @Test func `no indexes, settings, default deck or sound checksums are needed`() throws {
    var bad = try HostilePackage(in: folder)
    let indexes = [
      "ix_notes_usn", "ix_cards_usn", "ix_revlog_usn", "ix_cards_nid", "ix_cards_sched",
      "ix_revlog_cid", "ix_notes_csum",
    ]
    for index in indexes { try bad.change("DROP INDEX \(index)") }
    try bad.change("UPDATE notes SET csum = 0, sfld = ''")
    try bad.change(
      "UPDATE col SET decks = '{}', dconf = '{}', tags = '[]', conf = '{\"schedVer\":2}'")
    let read = try bad.read()
    #expect(read.entries == rich.entries && read.problems.isEmpty)
    #expect(read.decks.isEmpty && read.options.isEmpty)
    #expect(read.collection.creationMinutesWest == nil && read.collection.rolloverHour == nil)
  }

  @Test func `three answers of the first scheduler become four`() throws {
    var old = try HostilePackage(in: folder)
    try old.change("UPDATE col SET conf = '{}'")
    let read = try old.read()
    #expect(read.collection.schedulerVersion == 1)
    let (before, after) = (rich.entries[1].cards[0].reviews, read.entries[1].cards[0].reviews)
    #expect(
      before.map(\.ease) == [3, 2, 3] && before.map(\.kind) == [.learning, .review, .review])
    #expect(after.map(\.ease) == [4, 2, 3])
  }

  @Test func `tags need no spaces around them`() throws {
    var bad = try HostilePackage(in: folder)
    try bad.change("UPDATE notes SET tags = 'a b::c' WHERE id = \(note(0))")
    #expect(try bad.read().entries[0].note.tags == ["a", "b::c"])
  }

  @Test func `a collection in the oldest form is read`() throws {
    var old = try HostilePackage(in: folder)
    old["meta"] = nil
    old["collection.anki2"] = old["collection.anki21"]
    old["collection.anki21"] = nil
    #expect(try old.read() == rich.inOlderForm)
  }
}
