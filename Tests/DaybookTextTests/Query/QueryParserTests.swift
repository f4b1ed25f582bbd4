import DaybookText
import Testing

private let queryParser = QueryFixtures.parser

private func day(_ text: String) throws -> TimeValue { .date(try #require(CivilDate(text))) }

struct `A query` {
  @Test(arguments: [
    ("", Query.all), ("  ", .all),
    ("milk", .words("milk")),
    ("milk eggs", .and([.words("milk"), .words("eggs")])),
    ("salt and pepper", .and([.words("salt"), .words("pepper")])),
    ("and", .words("and")),
    ("\"a phrase\"", .phrase("a phrase")),
    (#""say \"hi\"""#, .phrase(#"say "hi""#)),
    ("-milk", .not(.words("milk"))),
    ("-\"a b\"", .not(.phrase("a b"))),
    ("- --x", .and([.words("-"), .not(.words("-x"))])),
    ("tag:work", .tag("work")),
    ("-tag:home", .not(.tag("home"))),
    ("tag:\"two words\" x", .and([.tag("two words"), .words("x")])),
    ("TAG:Work", .tag("Work")),
    ("status:Inbox", .status("inbox")),
    ("kind:link", .kind("link")),
    ("in:\"My list\"", .collection("My list")),
    ("collection=books", .collection("books")),
    ("deck:Spanish", .deck("Spanish")),
    ("priority:HIGH", .attribute("priority", "high")),
    ("priority:None", .attribute("priority", "none")),
    ("place:Old", .attribute("place", "Old")), ("place:ANY", .attribute("place", "any")),
    ("is:conflict", .state(.conflict)),
    ("-is:suspended", .not(.state(.suspended))),
    ("due:none", .timeNone(.due)),
    ("due:any", .timeAny(.due)),
    ("https://example.org/a:b", .words("https://example.org/a:b")),
    ("std::string", .words("std::string")),
    ("12:30", .words("12:30")),
    ("<3", .words("<3")),
    ("5\"", .words("5\"")),
    ("f(x)", .words("f(x)")),
    (":)", .words(":)")),
  ])
  func `reads a term`(text: String, expected: Query) throws {
    #expect(try queryParser.parse([text]) == expected)
    #expect(try queryParser.parse(text: text) == expected)
  }

  @Test(arguments: [
    ("due<friday", Query.TimeField.due, Query.Comparison.before, "2026-11-27"),
    ("due<=friday", .due, .onOrBefore, "2026-11-27"),
    ("due>friday", .due, .after, "2026-11-27"),
    ("due>=friday", .due, .onOrAfter, "2026-11-27"),
    ("due:today", .due, .on, "2026-11-21"),
    ("due=tomorrow", .due, .on, "2026-11-22"),
    ("due.before:friday", .due, .before, "2026-11-27"),
    ("due.onOrAfter:3d", .due, .onOrAfter, "2026-11-24"),
    ("due.on=2026-12-05", .due, .on, "2026-12-05"),
    ("created>-7d", .created, .after, "2026-11-14"),
    ("created.after:-7d", .created, .after, "2026-11-14"),
    ("created<friday", .created, .before, "2026-11-20"),
    ("Edited.OnOrBefore:mon", .edited, .onOrBefore, "2026-11-16"),
    ("due<\"next friday\"", .due, .before, "2026-11-27"),
  ])
  func `compares times, coming for due and past for all else`(
    text: String, field: Query.TimeField, comparison: Query.Comparison, expected: String
  ) throws {
    #expect(try queryParser.parse([text]) == .time(field, comparison, day(expected)))
  }

  @Test func `compares with moments too`() throws {
    let found = try queryParser.parse(["edited>2026-11-21T08:00Z"])
    #expect(found == .time(.edited, .after, .instant(milliseconds: 1_795_248_000_000)))
  }

  @Test func `or binds weaker than terms side by side, parentheses group`() throws {
    let (a, b, c) = (Query.tag("a"), Query.tag("b"), Query.words("c"))
    #expect(try queryParser.parse(["tag:a tag:b or c"]) == .or([.and([a, b]), c]))
    #expect(try queryParser.parse(["tag:a (tag:b OR c)"]) == .and([a, .or([b, c])]))
    #expect(try queryParser.parse(["-(tag:a or tag:b) c"]) == .and([.not(.or([a, b])), c]))
    #expect(try queryParser.parse(["((c))"]) == c)
    #expect(try queryParser.parse(["tag:a or tag:b or c"]) == .or([a, b, c]))
    #expect(try queryParser.parse(["(f(x))"]) == .words("f(x)"))
  }

  /// F18.
  @Test func `not says what a dash says, and binds stronger than terms side by side`() throws {
    #expect(try queryParser.parse(["not", "status:done"]) == .not(.status("done")))
    #expect(try queryParser.parse(["not tag:a b"]) == .and([.not(.tag("a")), .words("b")]))
    #expect(try queryParser.parse(["NOT (a or b)"]) == .not(.or([.words("a"), .words("b")])))
    #expect(try queryParser.parse(["a or not b"]) == .or([.words("a"), .not(.words("b"))]))
    #expect(try queryParser.parse(["not -a"]) == .not(.not(.words("a"))))
    #expect(try queryParser.parse(["-not"]) == .not(.words("not")))
    #expect(try queryParser.parse(["\"not\" a"]) == .and([.phrase("not"), .words("a")]))
    let many = String(repeating: "not ", count: 16_000)
    #expect(try queryParser.parse([many + "a"]) == .words("a"))
  }

  @Test func `may be spread over arguments`() throws {
    let expected = Query.or([.and([.tag("a"), .words("x"), .words("y")]), .words("z")])
    #expect(try queryParser.parse(["tag:a", "x", "y", "or", "z"]) == expected)
    #expect(try queryParser.parse(["tag:a", "x y", "or z"]) == expected)
    #expect(try queryParser.parse(["(", "x", "or", "y", ")"]) == .or([.words("x"), .words("y")]))
    #expect(try queryParser.parse([]) == .all)
  }

  @Test func `keeps a value whole whose quotes the shell took`() throws {
    #expect(try queryParser.parse(["in:My list"]) == .collection("My list"))
    #expect(
      try queryParser.parse(["-in:My list", "x"])
        == .and([.not(.collection("My list")), .words("x")]))
    #expect(
      try queryParser.parse(["due<next friday"]) == .time(.due, .before, day("2026-11-27")))
    #expect(
      try queryParser.parse(["in:My list tag:a"])
        == .and([.collection("My"), .words("list"), .tag("a")]))
    #expect(try queryParser.parse(["tag: My tag "]) == .tag("My tag"))
    #expect(try queryParser.parse(text: "in:My list") == .and([.collection("My"), .words("list")]))
  }

  @Test func `in one argument may be several terms`() throws {
    let milk = Query.words("milk")
    let due = Query.time(.due, .before, try day("2026-11-27"))
    #expect(try queryParser.parse(["due<friday milk"]) == .and([due, milk]))
    #expect(try queryParser.parse(["status:inbox milk"]) == .and([.status("inbox"), milk]))
    #expect(try queryParser.parse(["tag:a -milk"]) == .and([.tag("a"), .not(milk)]))
    #expect(try queryParser.parse(["tag:a or milk"]) == .or([.tag("a"), milk]))
  }
}
