import Daybook
import DaybookEvents
import DaybookLog
import DaybookScheduler
import Foundation
import LMDB
import Testing
import Workload

/// `tools/load-workload`, as a program and by what it leaves in a store.
struct LoadWorkloadTests {
  private static let events = Array(WorkloadGenerator(count: 600, seed: 3))

  private let tool: Tool
  private let file: String

  init() throws {
    tool = try Tool()
    file = try tool.write(Self.events.map(\.line).joined(), to: "lines.jsonl")
  }

  private func load(_ name: String, _ words: String...) throws -> Store {
    let result = try tool.run("LoadWorkload", [file, "--store", tool(name)] + words)
    #expect(result.status == 0, "\(result.output)")
    return try Store.open(at: tool(name), options: StoreOptions(replicaName: "test"))
  }

  @Test func `a file makes the same facts in every store, also through a bundle`() throws {
    let first = try load("first", "--bundle", tool("all.bundle"))
    let second = try load("second")
    #expect(try first.fingerprint() == second.fingerprint())
    let other = try Store.open(at: tool("other"), options: StoreOptions(replicaName: "test"))
    let report = try other.merge(bundleAt: tool("all.bundle"))
    #expect(report.problems.isEmpty && report.waitingCommands == 0)
    #expect(report.changes.newConflicts.isEmpty)
    #expect(try first.fingerprint() == other.fingerprint())
    #expect(try first.verify().problems.isEmpty)
  }

  @Test func `generating and reading a file are the same`() throws {
    let result = try tool.run(
      "LoadWorkload", ["--generate", "600", "--seed", "3", "--write", tool("made.jsonl")])
    #expect(result.status == 0, "\(result.output)")
    #expect(
      FileManager.default.contents(atPath: tool("made.jsonl"))
        == FileManager.default.contents(atPath: file))
  }

  @Test func `three logs keep names, times and the order of all lines`() throws {
    let store = try load("store")
    try store.read { moment, transaction in
      #expect(
        moment.state.logs.map { String(decoding: $0.name, as: UTF8.self) }.sorted()
          == ["1", "2", "3"])
      var written: [WrittenLine] = []
      try moment.log.scanCommands(from: 1, moment.state, transaction) { command in
        let last = command.events[command.events.count - 1].header
        #expect(last.stamp.milliseconds == last.recordedAt)
        written.append(
          WrittenLine(
            replica: String(decoding: moment.state.logs[Int(command.log)].name, as: UTF8.self),
            milliseconds: last.recordedAt, entity: last.entity))
        return .next
      }
      #expect(written == Self.events.map(WrittenLine.init))
    }
  }

  @Test func `each line was written on top of all lines before it`() throws {
    let store = try load("store")
    try store.read { moment, transaction in
      var heads: [LogNumber: UInt64] = [:]
      try moment.log.scanCommands(from: 1, moment.state, transaction) { command in
        for number in moment.state.logs.indices.map(LogNumber.init) {
          #expect(command.observed[number] == heads[number] ?? 0)
        }
        heads[command.log] = command.events.last?.header.sequence
        return .next
      }
    }
  }

  @Test func `items end as a fold of the lines says`() throws {
    let store = try load("store")
    var model = WorkloadModel()
    for event in Self.events { model.fold(event) }
    #expect(model.items.count > 20)
    #expect(Set(model.items.values.compactMap(\.status)) == [.active, .done, .archived])
    for (name, expected) in model.items {
      let item = try #require(try store.item(WorkloadDrafts.id(name)))
      #expect(item.title == Text(expected.title))
      #expect(item.body == Text(expected.body))
      #expect(item.status == expected.status ?? .inbox)
      #expect(item.priority == expected.priority)
      #expect(item.tags == expected.tags.sorted())
      #expect(item.collections == (expected.collection.map { [$0] } ?? []))
    }
    let reviews = try store.read { moment, transaction in
      try model.reviews.keys.map {
        try moment.card(WorkloadDrafts.id($0), transaction)?.schedule.reviews ?? 0
      }
    }
    #expect(reviews == Array(model.reviews.values))
  }

  @Test func `lines of one replica make one command where that is asked for`() throws {
    let store = try load("store", "--group", "100")
    let sizes = try store.read { moment, transaction in
      var sizes: [Int] = []
      try moment.log.scanCommands(from: 1, moment.state, transaction) { command in
        sizes.append(command.events.count)
        return .next
      }
      return sizes
    }
    let changes = zip(Self.events, Self.events.dropFirst()).count { $0.replica != $1.replica }
    #expect(sizes.count >= changes + 1 && sizes.count <= changes + 1 + 600 / 100)
    #expect(sizes.reduce(0, +) > 600)
  }

  @Test func `a line that is none of a workload's is refused by its number`() throws {
    let good = Self.events[0].line
    for bad in ["{\"type\":\"capture\"}\n", "nonsense\n", "[]\n"] {
      let path = try tool.write(good + good + bad, to: "bad.jsonl")
      let result = try tool.run("LoadWorkload", [path, "--store", tool("bad")])
      #expect(result.status != 0)
      #expect(result.output.contains("Line 3"), "\(result.output)")
    }
  }

  @Test func `a workload is not loaded twice into one store`() throws {
    _ = try load("store")
    let result = try tool.run("LoadWorkload", [file, "--store", tool("store")])
    #expect(result.status != 0)
    #expect(result.output.contains("already"))
  }
}

/// What a line leaves in the log: the last event of its command.
private struct WrittenLine: Equatable {
  let replica: String
  let milliseconds: Int64
  let entity: EntityID

  init(replica: String, milliseconds: Int64, entity: EntityID) {
    (self.replica, self.milliseconds, self.entity) = (replica, milliseconds, entity)
  }

  init(_ event: WorkloadEvent) {
    self.init(
      replica: "\(event.replica)", milliseconds: event.milliseconds,
      entity: WorkloadDrafts.id(event.entity))
  }
}
