import Daybook
import DaybookConsole
import DaybookEvents
import Testing

/// What a review says: at its end, on its buttons, beside what was typed, and in the editor.
struct ReviewWordsTests {
  @Test(arguments: [
    ((0, 0, 0), "Nothing is waiting. Enjoy the free time."),
    ((0, 0, 5), "Whenever you're ready."),
    ((1, 0, 3), "Remembered. Nicely done."),
    ((9, 0, 3), "All 9 remembered. Nicely done."),
    ((10, 0, 3), "Every single one of 10 remembered. Wonderful."),
    ((12, 0, 0), "Every single one of 12 remembered. Wonderful. Nothing else is waiting."),
    ((10, 2, 0), "Well remembered; the few others come back soon."),
    ((10, 3, 0), "Good work. What was hard gets easier each time."),
    ((10, 5, 9), "Good work. What was hard gets easier each time."),
    ((10, 6, 0), "Those were hard ones. Seeing them again is how they stick."),
    ((1, 1, 4), "Those were hard ones. A pause may help; they will be here."),
  ])
  func `the kind word follows from the result`(result: (Int, Int, Int), line: String) {
    let word = Encouragement(answered: result.0, forgotten: result.1, left: result.2)
    #expect(word.line == line)
    #expect(Encouragement(answered: result.0, forgotten: result.1, left: result.2).line == line)
  }

  @Test func `every result has one line that fits a terminal`() {
    for answered in 0...40 {
      for forgotten in 0...answered {
        for left in [0, 1, 1_000] {
          let line = Encouragement(answered: answered, forgotten: forgotten, left: left).line
          #expect((10...80).contains(line.count) && line.hasSuffix("."))
        }
      }
    }
  }

  @Test func `the summary counts what stands, not what was taken back`() {
    let (one, two) = (EntityID(name: "card", "1"), EntityID(name: "card", "2"))
    var tally = ReviewTally()
    #expect(tally.summary(left: 2) == ["Whenever you're ready."])
    tally.note(.again, to: one, milliseconds: 2_000)
    tally.note(.good, to: two, milliseconds: 61_400)
    #expect(tally.summary(left: 1).first == "2 cards in 1 min 3 s: 1 again, 1 good; 1 left.")
    tally.takeBack(one)
    #expect(tally.summary(left: 0).first == "1 card in 1 min 1 s: 1 good.")
    tally.takeBack(one)
    #expect(tally.count == 1)
    tally.note(.easy, to: two, milliseconds: .max)
    #expect(tally.count == 2)
  }

  @Test func `the document says the same`() {
    var tally = ReviewTally()
    tally.note(.hard, to: EntityID(name: "card", "1"), milliseconds: 1_500)
    #expect(
      tally.json(left: ReviewCounts(new: 3, learning: 2, due: 1)).compact == """
        {"schema":"daybook.review/1","reviewed":1,"again":0,"hard":1,"good":0,"easy":0,\
        "seconds":1.5,"left":{"learning":2,"due":1,"new":3},"message":"Remembered. Nicely done."}
        """)
  }

  @Test(arguments: [
    (0, "<1m"), (29_999, "<1m"), (60_000, "1m"), (600_000, "10m"), (5_940_000, "99m"),
    (6_000_000, "2h"), (86_400_000, "24h"), (-5, "<1m"),
  ])
  func `steps are told in minutes and hours`(milliseconds: Int64, text: String) {
    let due = TimeValue.instant(milliseconds: 1_000 + milliseconds)
    #expect(ShortInterval.text(due, now: 1_000, studyDay: 0) == text)
  }

  @Test(arguments: [
    (0, "0d"), (1, "1d"), (30, "30d"), (31, "1mo"), (76, "2.4mo"), (364, "11mo"),
    (365, "1y"), (912, "2.4y"), (3_650, "10y"), (36_500, "100y"),
  ])
  func `days are told in days, months and years`(days: Int, text: String) throws {
    let day = 20_000
    let due = TimeValue.date(try #require(CivilDate(daysSince1970: day + days)))
    #expect(ShortInterval.text(due, now: 0, studyDay: day) == text)
    #expect(ShortInterval.text(nil, now: 0, studyDay: day) == "now")
  }
}

struct CardDocumentTests {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test(arguments: [
    ("perro", "dog"), ("", ""), ("two\nlines\n", "\n\nthree"),
    ("---- the answer goes below this line ----", "---- the answer goes below this line -----"),
  ])
  func `both sides come back as they were`(front: String, back: String) throws {
    let document = CardDocument(front: bytes(front), back: bytes(back))
    let sides = try #require(document.sides(document.bytes))
    #expect(sides.front == bytes(front))
    #expect(sides.back == bytes(back))
  }

  @Test func `what editors do at ends of lines changes nothing`() throws {
    let document = CardDocument(front: bytes("a"), back: bytes("b"))
    let text = String(decoding: document.bytes, as: UTF8.self)
    for left in [String(text.dropLast()), text.replacing("----\n", with: "----  \n")] {
      let sides = try #require(document.sides(bytes(left)))
      #expect(sides.front == bytes("a") && sides.back == bytes("b"))
    }
  }

  @Test func `without the line between there are no sides`() {
    let document = CardDocument(front: bytes("a"), back: bytes("b"))
    #expect(document.sides(bytes("a\nb\n")) == nil)
    #expect(document.sides([]) == nil)
    #expect(document.sides(bytes("---- the answer")) == nil)
  }
}
