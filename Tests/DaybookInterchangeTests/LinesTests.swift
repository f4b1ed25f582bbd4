import Daybook
import DaybookEvents
import DaybookInterchange
import Foundation
import Testing

struct LinesTests {
  private static let id = "0b6c0c0e-6c3f-4a55-9a44-6b1f0c7a1e01"
  private var entity: EntityID { get throws { try #require(EntityID(Self.id)) } }

  @Test func `items come out of the lines they were written as`() throws {
    let rich = try RichStore()
    let other = try ImportMachine("other", offsetMinutes: 0)
    let lines = try rich.machine.lines()
    let report = try other.importLines(lines, pieces: 1000)
    #expect(report.problems == [])
    #expect(report.new == report.itemCount)
    #expect(try strippedLines(of: other) == strippedLines(of: rich.machine))
    let before = try other.eventCount
    #expect(try other.importLines(lines).duplicate == report.new)
    #expect(try other.eventCount == before)
  }

  /// Lines without who captured what, and the names of collections, of which the other store has
  /// no deleted ones and another order.
  private func strippedLines(of machine: ImportMachine) throws -> [NSDictionary] {
    try machine.lines().split(separator: UInt8(ascii: "\n")).map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
      var members = try #require(object)
      #expect(members["schema"] as? String == "daybook.item/1")
      #expect((members["replica"] as? String)?.count == 16)
      for key in ["replica", "importState"] { members[key] = nil }
      if members["deleted"] as? Bool == true { members["collections"] = nil }
      return members as NSDictionary
    }
  }

  @Test func `what a line does not say stays as it is`() throws {
    let machine = try ImportMachine()
    try machine.importLines(
      """
      {"id":"\(Self.id)","title":"One","body":"Text","tags":["a"],"collections":["Garden"],
       "priority":"high"}
      """.replacing("\n", with: ""))
    try machine.importLines("{\"id\":\"\(Self.id)\",\"title\":\"Two\",\"collections\":[]}\r\n\n")
    let item = try #require(try machine.item(entity))
    #expect(item.title == "Two")
    #expect(item.body == "Text")
    #expect(item.tags == ["a"])
    #expect(item.priority == .high)
    #expect(item.collections == ["Garden"])
    try machine.importLines("{\"id\":\"\(Self.id)\",\"tags\":[],\"priority\":null}")
    #expect(try machine.item(entity)?.tags == [])
    #expect(try machine.item(entity)?.priority == nil)
  }

  @Test func `an item that a person took out of a collection stays out of it`() throws {
    let machine = try ImportMachine()
    let line = "{\"id\":\"\(Self.id)\",\"title\":\"One\",\"collections\":[\"Garden\"]}"
    try machine.importLines(line)
    let garden = try #require(
      try machine.store.read { try $0.named("Garden", .collection, $1) })
    try machine.store.unfile([entity], from: garden)
    #expect(try machine.importLines(line).duplicate == 1)
    #expect(try machine.item(entity)?.collections == [])
  }

  @Test func `a bad line is named and loses no other`() throws {
    let good = "{\"id\":\"\(Self.id)\"}"
    let text =
      "\(good)\n{\"id\":}\n\n  \(good) \(good)\n[]\n{\"schema\":\"daybook.card/1\"}\n\(good)"
    var reader = try LinesReader(clock: LocalClock { _ in 0 }, Pieces(Array(text.utf8), of: 5).read)
    var found: [String] = []
    while let read = try reader.next() {
      switch read.result {
      case .success: found.append("\(read.place.line)")
      case .failure(.malformed(let error)):
        found.append("\(error.line):\(error.column) \(error.problem)")
      case .failure(let problem): found.append("\(read.place.line) \(problem)")
      }
    }
    #expect(
      found == [
        "1", "2:7 unexpectedByte", "4:49 trailingContent", "5 notAnObject",
        "6 unreadable(\"schema\")", "7",
      ])
  }

  @Test func `times are taken as they are written`() throws {
    let machine = try ImportMachine()
    try machine.importLines(
      """
      {"id":"\(Self.id)","createdAt":"2020-01-02T03:04:05.678-03:30",\
      "editedAt":"2021-01-02T03:04","due":"2026-12-24","scheduled":"2026-12-24T10:00:00Z"}
      """)
    let item = try #require(try machine.item(entity))
    #expect(item.createdAt.milliseconds == 1_577_946_845_678)
    #expect(item.createdAt.offsetMinutes == -210)
    #expect(item.editedAt.milliseconds == 1_609_553_040_000)
    #expect(item.editedAt.offsetMinutes == 60)
    #expect(item.schedule.scheduled == .instant(milliseconds: 1_798_106_400_000))
    #expect(item.schedule.due == CivilDate(year: 2026, month: 12, day: 24).map { .date($0) })
  }

  @Test func `items are found by when they were edited there, and then here`() throws {
    let machine = try ImportMachine()
    try machine.importLines(
      """
      {"id":"\(Self.id)","title":"Old","createdAt":"2019-01-01T00:00:00Z",\
      "editedAt":"2020-06-01T00:00:00Z"}
      """)
    func found(_ query: String) throws -> Int { try machine.store.items(matching: query).count }
    #expect(try found("edited<2021-01-01") == 1)
    #expect(try found("edited>2021-01-01") == 0)
    #expect(try found("edited<2020-01-01") == 0)
    var change = ItemChange()
    change.body = "Now."
    try machine.store.edit(entity, change)
    #expect(try found("edited<2021-01-01") == 0)
    #expect(try found("edited>2021-01-01") == 1)
    #expect(try machine.store.verify().problems.isEmpty)
  }
}
