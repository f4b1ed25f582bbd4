import Daybook
import DaybookEvents
import DaybookInterchange
import Testing

struct TaskwarriorImportTests {
  @Test func `a task keeps its times, project, remarks and every other field`() throws {
    let machine = try ImportMachine()
    try machine.importTasks(
      """
      {"uuid":"0b6c0c0e-6c3f-4a55-9a44-6b1f0c7a1e01","description":"Rent\\nby transfer",
       "status":"pending","entry":"20250101T090000Z","modified":"20261101T070000Z",
       "due":"20261201T000000Z","wait":"20261125T000000Z","scheduled":"20261128T000000Z",
       "start":"20261120T000000Z","project":"house.money","priority":"H","tags":["desk"],
       "depends":["3f4e2a5d-0d53-4b6e-8b3b-1f0a6f2d7c02"],"estimate":"PT3H","points":3,
       "annotations":[{"entry":"20261120T101500Z","description":"ask\\nagain"}],"urgency":9}
      """)
    let item = try #require(try machine.items["Rent"])
    #expect(item.body.string == "by transfer\n\n- 2026-11-20 ask\n  again")
    #expect(item.kind == .task)
    #expect(item.status == .active)
    #expect(item.priority == .high)
    #expect(item.tags == ["desk"])
    #expect(item.collections == ["house.money"])
    #expect(item.createdAt.milliseconds == 1_735_722_000_000)
    #expect(item.schedule.due == .instant(milliseconds: 1_796_083_200_000))
    #expect(item.schedule.waitUntil == .instant(milliseconds: 1_795_564_800_000))
    #expect(item.schedule.scheduled == .instant(milliseconds: 1_795_824_000_000))
    let fields = Dictionary(
      uniqueKeysWithValues: item.extras.map { ($0.name, String(decoding: $0.value, as: UTF8.self)) }
    )
    #expect(fields["estimate"] == "\"PT3H\"")
    #expect(fields["points"] == "3")
    #expect(fields["depends"] == "[\"3f4e2a5d-0d53-4b6e-8b3b-1f0a6f2d7c02\"]")
    #expect(fields["start"] == "\"20261120T000000Z\"")
    #expect(fields["urgency"] == nil)
  }

  @Test(.disabled(if: SampleFiles.areMissing)) func `the samples keep all they hold`() throws {
    let machine = try ImportMachine()
    let bytes = try SampleFiles.bytes("taskwarrior/tasks_array.json")
    let tasks = TaskwarriorFile.parse(bytes).tasks
    let report = try machine.importTasks(String(decoding: bytes, as: UTF8.self))
    let kept = tasks.filter { $0.status != .deleted }
    #expect(report.new == kept.count)
    #expect(report.skipped == tasks.count - kept.count)
    for task in kept {
      let uuid = try #require(task.uuid)
      let item = try #require(try machine.item(.imported("taskwarrior", foreignID: uuid)))
      #expect(item.collections == (task.project.map { [$0] } ?? []))
      #expect(item.schedule.waitUntil == task.wait.map { .instant(milliseconds: $0) })
      #expect(item.tags == task.tags.sorted())
      #expect(item.createdAt.milliseconds == task.entry)
      for remark in task.annotations { #expect(item.body.string.contains(remark.description)) }
      for extra in task.extras {
        #expect(item.extras.first { $0.name == extra.key }?.value == extra.value.bytes)
      }
    }
    let lines = try SampleFiles.bytes("taskwarrior/tasks_lines.json")
    let again = try machine.importTasks(String(decoding: lines, as: UTF8.self))
    #expect(again.duplicate == kept.count)
  }

  private func task(
    _ description: String, modified: String, status: String = "pending", more: String = ""
  ) -> String {
    """
    {"uuid":"aa31c7de-58b2-4e0a-a6f4-19d5b7c80f08","description":"\(description)",
     "entry":"20261101T000000Z","modified":"\(modified)","status":"\(status)"\(more)}
    """
  }

  @Test func `an older export is reported and not applied unless forced`() throws {
    let machine = try ImportMachine()
    try machine.importTasks(task("New", modified: "20261110T000000Z"))
    let before = try machine.eventCount
    let old = task("Old", modified: "20261109T000000Z")
    let report = try machine.importTasks(old)
    #expect(report.skipped == 1)
    #expect(report.problems.map(\.kind) == [.older])
    #expect(try machine.eventCount == before)
    #expect(try machine.importTasks(old, force: true).updated == 1)
    #expect(try machine.items["Old"] != nil)
  }

  @Test func `completing a task there completes it here and keeps what was added here`() throws {
    let machine = try ImportMachine()
    try machine.importTasks(task("Task", modified: "20261110T000000Z"))
    let id = try #require(try machine.items["Task"]?.id)
    try machine.store.tag([id], adding: ["here"])
    let end = #","end":"20261111T000000Z""#
    let report = try machine.importTasks(
      task("Task", modified: "20261111T000000Z", status: "completed", more: end))
    #expect(report.updated == 1)
    #expect(try machine.item(id)?.status == .done)
    #expect(try machine.item(id)?.completedAt == 1_794_355_200_000)
    #expect(try machine.item(id)?.tags == ["here"])
  }

  @Test func `a task deleted there goes, comes back, and stays where a person wrote to it`() throws
  {
    let machine = try ImportMachine()
    let deleted = task("Task", modified: "20261112T000000Z", status: "deleted")
    #expect(try machine.importTasks(deleted).skipped == 1)
    try machine.importTasks(task("Task", modified: "20261110T000000Z"))
    let id = try #require(try machine.items["Task"]?.id)
    #expect(try machine.importTasks(deleted).updated == 1)
    #expect(try machine.item(id)?.isDeleted == true)
    #expect(try machine.importTasks(deleted).duplicate == 1)
    #expect(try machine.importTasks(task("Task", modified: "20261113T000000Z")).updated == 1)
    #expect(try machine.item(id)?.isDeleted == false)
    try machine.store.tag([id], adding: ["mine"])
    let report = try machine.importTasks(
      task("Task", modified: "20261114T000000Z", status: "deleted"))
    #expect(report.problems.map(\.kind) == [.deletedThere])
    #expect(try machine.item(id)?.isDeleted == false)
  }

  @Test func `a recurring task steps back for its tasks and stands for itself without any`() throws
  {
    let machine = try ImportMachine()
    let parent = "9d2c6e18-7b44-4a1f-9c35-84f0e2d1a706"
    let template =
      #"{"uuid":"\#(parent)","description":"Rent","status":"recurring","recur":"monthly"}"#
    try machine.importTasks(template)
    #expect(try machine.items["Rent"]?.status == .inbox)
    try machine.importTasks(
      template + #"{"description":"Rent now","status":"pending","parent":"\#(parent)"}"#)
    #expect(try machine.items["Rent"]?.status == .archived)
    #expect(try machine.items["Rent now"]?.status == .inbox)
  }

  @Test func `a task exported as a note and imported again loses nothing`() throws {
    let machine = try ImportMachine()
    let json = task("Task", modified: "20261110T000000Z", more: #","estimate":"PT3H""#)
    try machine.importTasks(json)
    let before = try #require(try machine.items["Task"])
    try machine.importVault(try machine.export().map { ($0.key, $0.value) })
    let after = try #require(try machine.item(before.id))
    #expect(after.schedule == before.schedule)
    #expect(Set(after.extras).isSuperset(of: before.extras))
    #expect(try machine.items.count == 1)
    let count = try machine.eventCount
    #expect(try machine.importTasks(json).duplicate == 1)
    #expect(try machine.eventCount == count)
  }
}
