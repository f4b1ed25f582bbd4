import Daybook
import DaybookEvents
import DaybookInterchange
import Testing

/// What a person and a source both changed stays with the person until somebody decides, field by
/// field, and both sides can be chosen.
struct ContestedFieldTests {
  /// A field that both sides change, by its name in a task.
  enum Contested: String, CaseIterable {
    case description, annotations, status, priority, due, scheduled, wait, estimate
  }

  private static let base = [
    "uuid": #""9d2c6e18-7b44-4a1f-9c35-84f0e2d1a706""#, "description": #""Task""#,
    "status": #""pending""#, "priority": #""L""#, "due": #""20261201T000000Z""#,
    "scheduled": #""20261101T000000Z""#, "wait": #""20261010T000000Z""#, "estimate": "1",
  ]
  private static let theirs = [
    "description": #""Theirs""#, "status": #""completed""#, "priority": #""H""#,
    "due": #""20261202T000000Z""#, "scheduled": #""20261102T000000Z""#,
    "wait": #""20261012T000000Z""#, "estimate": "2",
    "annotations": #"[{"entry":"20261010T000000Z","description":"Theirs"}]"#,
  ]
  private let machine: ImportMachine
  private let id: EntityID

  init() throws {
    machine = try ImportMachine()
    try machine.importTasks(Self.file())
    id = try #require(try machine.items["Task"]?.id)
  }

  /// The task with some fields changed there.
  private static func file(_ changed: Contested...) -> String {
    let fields = base.merging(changed.map { ($0.rawValue, theirs[$0.rawValue] ?? "") }) { $1 }
    return "[{"
      + fields.sorted { $0.key < $1.key }.map { #""\#($0)":\#($1)"# }
      .joined(separator: ",") + "}]"
  }

  private func edit(_ field: Contested) throws {
    var change = ItemChange()
    var schedule = try #require(try machine.item(id)).schedule
    let mine = CivilDate(year: 2027, month: 5, day: 5).map { TimeValue.date($0) }
    switch field {
    case .description: change.title = "Mine"
    case .annotations: change.body = "Mine"
    case .status: change.status = ItemChange.StatusChange(.archived)
    case .priority: change.priority = .normal
    case .due: schedule.due = mine
    case .scheduled: schedule.scheduled = mine
    case .wait: schedule.waitUntil = mine
    case .estimate: change.extras = [ExtraField(name: "estimate", value: Array("3".utf8))]
    }
    if [.due, .scheduled, .wait].contains(field) { change.schedule = schedule }
    try machine.store.edit(id, change)
  }

  private func value(_ field: Contested) throws -> String {
    let item = try #require(try machine.item(id))
    return switch field {
    case .description: item.title.string
    case .annotations: item.body.string
    case .status: item.status.rawValue
    case .priority: item.priority?.rawValue ?? ""
    case .due: "\(String(describing: item.schedule.due))"
    case .scheduled: "\(String(describing: item.schedule.scheduled))"
    case .wait: "\(String(describing: item.schedule.waitUntil))"
    case .estimate: "\(item.extras.filter { $0.name == "estimate" })"
    }
  }

  /// The one conflict, whose writes have names of their own.
  private func conflict() throws -> Conflict {
    let conflicts = try machine.conflicts
    #expect(conflicts.count == 1)
    let conflict = try #require(conflicts.first)
    #expect(Set(conflict.writes.map(\.event)).count == conflict.writes.count)
    return conflict
  }

  /// F7: the same file again wrote over a person's part of a schedule, and ended the conflict.
  @Test(arguments: Contested.allCases)
  func `what a person wrote stays however often the file comes, and either side can be kept`(
    field: Contested
  ) throws {
    try edit(field)
    let mine = try value(field)
    let file = Self.file(field, field == .scheduled ? .due : .scheduled)
    #expect(try machine.importTasks(file).conflicting == 1)
    let before = try machine.eventCount
    for _ in 0..<2 {
      #expect(try machine.importTasks(file).conflicting == 1)
      #expect(try value(field) == mine)
      _ = try conflict()
    }
    #expect(try machine.eventCount == before)
    try machine.store.keep(id, event: conflict().writes[1].event)
    #expect(try machine.conflicts == [] && value(field) != mine)
    #expect(try machine.importTasks(file).duplicate == 1)
    try machine.store.undo(nil, UndoOptions())
    try machine.store.keep(id, event: conflict().writes[0].event)
    #expect(try machine.conflicts == [] && value(field) == mine)
    #expect(try machine.importTasks(file).duplicate == 1)
  }

  /// F7: what an import had written beside it counted as the import's from then on.
  @Test(arguments: [Contested.due, .scheduled, .wait])
  func `a part of a schedule stays a person's when an import writes another one`(
    field: Contested
  ) throws {
    try edit(field)
    let mine = try value(field)
    let other: Contested = field == .wait ? .due : .wait
    let theirs = try value(other)
    #expect(try machine.importTasks(Self.file(other)).updated == 1)
    #expect(try value(field) == mine && value(other) != theirs)
    #expect(try machine.importTasks(Self.file(other, field)).conflicting == 1)
    #expect(try value(field) == mine)
    // While that waits for somebody, nothing else is written to the schedule.
    let last: Contested = field == .scheduled ? .due : .scheduled
    #expect(try machine.importTasks(Self.file(other, field, last)).conflicting == 1)
    #expect(try value(field) == mine)
    try machine.store.keep(id, event: conflict().writes[1].event)
    #expect(try value(field) != mine)
    #expect(try machine.importTasks(Self.file(other, field, last)).duplicate == 1)
    #expect(try machine.conflicts == [])
  }

  @Test func `a deletion there asks whoever wrote a part of the schedule here`() throws {
    try edit(.due)
    try machine.importTasks(Self.file(.scheduled))
    let deleted = Self.file(.scheduled).replacing(#""pending""#, with: #""deleted""#)
    for _ in 0..<2 {
      #expect(try machine.importTasks(deleted).problems.map(\.kind) == [.deletedThere])
      #expect(try conflict().key.field == .life)
    }
    #expect(try machine.item(id)?.isDeleted == false)
  }

  @Test func `undo of an import leaves what a person wrote a part of the schedule of`() throws {
    let first = try #require(try machine.store.changes(to: id).last?.event)
    try edit(.due)
    try machine.importTasks(Self.file(.scheduled))
    let report = try machine.store.undo(first, UndoOptions())
    #expect(report.left.map(\.obstacle) == [.used])
    #expect(try machine.item(id)?.isDeleted == false)
  }

  /// F7: undo wrote the field and what the source says instead of it by one event.
  @Test(arguments: [0, 1])
  func `after the undo of a forced import either side can be chosen`(kept: Int) throws {
    try edit(.description)
    try machine.importTasks(Self.file(.description, .due))
    try machine.importTasks(Self.file(.description, .due), force: true)
    #expect(try machine.conflicts == [] && value(.description) == "Theirs")
    try machine.store.undo(nil, UndoOptions())
    #expect(try value(.description) == "Mine")
    try machine.store.keep(id, event: conflict().writes[kept].event)
    #expect(try value(.description) == ["Mine", "Theirs"][kept])
    #expect(try machine.conflicts == [])
  }

  @Test(arguments: [0, 1])
  func `after the undo of a forced deletion either side can be chosen`(kept: Int) throws {
    try edit(.description)
    let deleted = Self.file().replacing(#""pending""#, with: #""deleted""#)
    try machine.importTasks(deleted)
    try machine.importTasks(deleted, force: true)
    #expect(try machine.item(id)?.isDeleted == true)
    try machine.store.undo(nil, UndoOptions())
    #expect(try machine.item(id)?.isDeleted == false)
    try machine.store.keep(id, event: conflict().writes[kept].event)
    #expect(try machine.item(id)?.isDeleted == (kept == 1))
    #expect(try machine.conflicts == [])
  }
}
