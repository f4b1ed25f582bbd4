import DaybookInterchange
import TestSupport
import Testing

struct TaskwarriorTests {
  private func parse(_ text: String) -> TaskwarriorFile { .parse(Array(text.utf8)) }

  @Test(.disabled(if: SampleFiles.areMissing, "shared/samples is not here"))
  func `an export reads the same as array and as lines`() throws {
    let array = TaskwarriorFile.parse(try SampleFiles.bytes("taskwarrior/tasks_array.json"))
    let lines = TaskwarriorFile.parse(try SampleFiles.bytes("taskwarrior/tasks_lines.json"))
    #expect(array.problems.isEmpty && lines.problems.isEmpty)
    #expect(array.tasks.count == 52)
    #expect(array.tasks.map(\.line) == Array(2...53))
    #expect(lines.tasks.map(\.line) == Array(1...52))
    #expect(array.tasks.map(\.description) == lines.tasks.map(\.description))
    let counts = Dictionary(grouping: array.tasks, by: \.status).mapValues(\.count)
    #expect(counts == [.pending: 41, .recurring: 2, .completed: 7, .deleted: 2])
    #expect(Set(array.tasks.flatMap(\.extras).map(\.key)) == ["energy", "estimate"])
  }

  @Test(.disabled(if: SampleFiles.areMissing, "shared/samples is not here"))
  func `every part of a real task arrives`() throws {
    let tasks = TaskwarriorFile.parse(try SampleFiles.bytes("taskwarrior/tasks_array.json")).tasks
    let first = try #require(tasks.first)
    #expect(first.uuid == "71c21200-5e9b-4c1b-be42-2f53c9047006")
    #expect(first.entry == 1_795_239_427_000)
    #expect(first.project == "home.garden")
    #expect(first.annotations.map(\.entry) == [1_795_239_429_000, 1_795_239_430_000])
    #expect(first.annotations.first?.description == "first remark https://example.org/a?b=c&d=e")
    let quoted = try #require(tasks.first { $0.description.hasPrefix("Quoted") })
    #expect(
      quoted.description == "Quoted \"text\" with backslash, unicode żółw 🐢 and tab\tinside")
    let dependent = try #require(tasks.first { $0.depends.count == 2 })
    #expect(dependent.tags == ["next"])
    let child = try #require(tasks.first { $0.parent != nil })
    #expect((child.maskIndex, child.recur, child.recurrenceType) == (0, "weekly", "periodic"))
    let waiting = try #require(tasks.first { $0.wait != nil && $0.priority == "H" })
    #expect(waiting.scheduled == 1_795_564_800_000)
    #expect(tasks.contains { $0.start != nil } && tasks.contains { $0.until != nil })
  }

  @Test(arguments: [
    ("\"20261201T100000Z\"", 1_796_119_200_000), ("\"2026-12-01T10:00:00Z\"", 1_796_119_200_000),
    ("1796119200", 1_796_119_200_000), ("\"1796119200\"", 1_796_119_200_000),
    ("\"2026-12-01T11:00:00.250+01:00\"", 1_796_119_200_250),
    ("\"2026-12-01\"", 1_796_083_200_000), ("\"19691231T235959Z\"", -1000),
    ("\"2024-02-29\"", 1_709_164_800_000), ("\"2026-02-30\"", nil), ("\"tomorrow\"", nil),
    ("true", nil), ("99999999999999", nil), ("1.5", nil), ("\"20261201T250000Z\"", nil),
  ])
  func `dates are read in all the forms import takes`(text: String, expected: Int64?) throws {
    let file = parse("{\"description\":\"x\",\"due\":\(text)}")
    let task = try #require(file.tasks.first)
    #expect(task.due == expected)
    #expect(task.extras.map(\.key) == (expected == nil ? ["due"] : []))
    #expect(file.problems.map(\.message) == (expected == nil ? [.unreadableDate(.due)] : []))
  }

  @Test func `times are written as they are read`() {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<2_000 {
      let time = Int64.random(in: -62_167_219_200...253_402_300_799, using: &generator) * 1000
      #expect(TaskwarriorDate.milliseconds(.string(TaskwarriorDate.text(time))) == time)
    }
  }

  @Test func `old forms are understood`() throws {
    let file = parse(
      #"""
      {"description":"a","status":"waiting","wait":"20270101T000000Z","tags":"x,y",
       "depends":"71C21200-5e9b-4c1b-be42-2f53c9047006,efd7738e-c9c5-4856-886c-61d790491121",
       "annotation_1285888800":"old remark","imask":"3.000000","id":5,"urgency":1.5}
      {"description":"b","tags":["p,q","r","p"],"end":"20260101T000000Z"}
      {"description":"c","recur":"weekly","effort":{"hours":1.50},"colour":null}
      """#)
    #expect(file.problems.isEmpty)
    try #require(file.tasks.count == 3)
    #expect(file.tasks[0].status == .pending)
    #expect(file.tasks[0].tags == ["x", "y"])
    #expect(file.tasks[0].depends.first == "71c21200-5e9b-4c1b-be42-2f53c9047006")
    #expect(file.tasks[0].annotations.map(\.entry) == [1_285_888_800_000])
    #expect(file.tasks[0].maskIndex == 3)
    #expect(file.tasks[0].extras.isEmpty)
    #expect(file.tasks[1].status == .completed)
    #expect(file.tasks[1].tags == ["p", "q", "r"])
    #expect(file.tasks[2].status == .recurring)
    #expect(file.tasks[2].extras.map(\.key) == ["effort"])
    #expect(file.tasks.map(\.line) == [1, 4, 5])
  }

  @Test func `one bad line loses no other`() {
    let file = parse(
      #"""
      {"description":"a"}
      {"description": }
      {"uuid":"x"}
      [1]
      {"description":"b"
      {"description":"c"},
      {"description":"d","status":"odd"}
      """#)
    #expect(file.tasks.map(\.description) == ["a", "c", "d"])
    #expect(
      file.problems == [
        TaskwarriorProblem(line: 2, column: 17, message: .malformed(.unexpectedByte)),
        TaskwarriorProblem(line: 3, column: nil, message: .missingDescription),
        TaskwarriorProblem(line: 4, column: nil, message: .notATask),
        TaskwarriorProblem(line: 6, column: 1, message: .malformed(.unexpectedByte)),
        TaskwarriorProblem(line: 7, column: nil, message: .unknownStatus),
      ])
    #expect(file.problems.map(\.losesTask) == [true, true, true, true, false])
  }

  @Test(arguments: [
    "[\n{\"description\":\"a\"},\n{\"description\":\"b\"},\n{\"descr",
    "[\n{\"description\":\"a\"},\n{\"description\":\"b\"}\n",
    "[\n{\"description\":\"a\"},\n{\"description\":\"b\"},\n",
    "[{\"description\":\"a\"},{\"description\":\"b\"},{\"annotations\":[\n {\"description\":\"r\"}",
  ])
  func `a truncated array yields its sound tasks and one problem`(text: String) {
    let file = parse(text)
    #expect(file.tasks.map(\.description) == ["a", "b"])
    #expect(file.problems.map(\.message) == [.malformed(.unexpectedEnd)])
  }

  @Test func `a bad task in an array with a line each loses no other`() {
    let file = parse(
      "[\n{\"description\":\"a\"},\n{\"description\":},\n{\"description\":\"b\"}\n"
        + "{\"description\":\"c\"}\n]\n")
    #expect(file.tasks.map(\.description) == ["a", "b", "c"])
    #expect(file.problems.map(\.line) == [3, 5])
  }

  @Test func `a value that cannot be read is kept and reported`() throws {
    let file = parse(
      #"{"description":"a","uuid":"nope","project":[1],"annotations":[{"x":1}],"depends":"q"}"#)
    let task = try #require(file.tasks.first)
    #expect(task.uuid == nil && task.project == nil)
    #expect(task.extras.map(\.key) == ["uuid", "project", "annotations", "depends"])
    #expect(
      file.problems.map(\.message) == [
        .malformedUUID(.uuid), .unexpectedType(.project), .unexpectedType(.annotations),
        .malformedUUID(.depends),
      ])
  }

  @Test(.disabled(if: SampleFiles.areMissing, "shared/samples is not here"))
  func `broken exports never trap`() throws {
    let sound = try SampleFiles.bytes("taskwarrior/tasks_array.json")
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<300 {
      let file = TaskwarriorFile.parse(generator.mutated(Array(sound.prefix(6_000))))
      #expect(file.tasks.count > 5)
    }
  }
}
