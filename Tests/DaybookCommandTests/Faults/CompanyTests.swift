import Daybook
import DaybookLog
import Foundation
import LMDB
import Synchronization
import Testing

/// Several processes at one store.
struct CompanyTests {
  @Test func `two write while a third reads, and every read sees whole commands`() throws {
    let lab = try Lab()
    try lab.done("store", "collection", "new", "Garden")
    let writing = Atomic<Int>(2)
    let reads = Atomic<Int>(0)
    @Sendable func write(_ name: String) throws {
      defer { writing.subtract(1, ordering: .relaxed) }
      for number in 0..<100 {
        try lab.capture("store", "\(name)\(number)", "--tag", name, "--collection", "Garden")
      }
    }
    try together([
      { try write("left") }, { try write("right") },
      {
        while writing.load(ordering: .relaxed) > 0 {
          for item in try lab.list("store").items {
            #expect(item.tags.count == 1 && item.collections.count == 1, "a torn read")
            #expect(item.title.hasPrefix(item.tags.first ?? "none"), "a torn read")
          }
          let status = try lab.status("store")
          #expect(status.events % 3 == 1, "a torn read")
          #expect(status.vector.values.reduce(0, +) == status.events, "a torn read")
          #expect(status.views.allSatisfy { $0.state == "current" }, "a view lags behind")
          reads.add(1, ordering: .relaxed)
        }
      },
    ])
    #expect(reads.load(ordering: .relaxed) > 3)
    #expect(try lab.list("store").total == 200)
    let sequences = try lab.log("store").compactMap { line in
      line.firstMatch(of: #/^\{"id":"\w+:(\d+)"/#).flatMap { Int($0.1) }
    }
    #expect(sequences.sorted() == Array(1...601), "a sequence number is missing or there twice")
    try lab.expectSound("store")
  }

  @Test func `rebuilds at the same time, and captures meanwhile, damage no view`() throws {
    let lab = try Lab()
    try Library.writeStore(lab("store"), commands: 20, eventsEach: 100)
    let rebuilding = Atomic<Int>(2)
    let captured = Atomic<Int>(0)
    let completed = Atomic<Int>(0)
    @Sendable func rebuild() throws {
      defer { rebuilding.subtract(1, ordering: .relaxed) }
      for number in 0..<20 {
        let outcome = try lab.run("store", "rebuild", number % 5 == 4 ? "--dry-run" : "--yes")
        if outcome.end == .status(0) {
          completed.add(1, ordering: .relaxed)
        } else {
          outcome.expectRefusal(75)
        }
      }
    }
    try together([
      rebuild, rebuild,
      {
        var expected = 1_000
        while rebuilding.load(ordering: .relaxed) > 0 {
          try lab.capture("store", "meanwhile", "--tag", "new")
          expected += 1
          captured.add(1, ordering: .relaxed)
          let total = try lab.list("store").total
          #expect(total == expected, "a view shows \(total) of \(expected) items")
        }
      },
    ])
    #expect(captured.load(ordering: .relaxed) > 0 && completed.load(ordering: .relaxed) > 0)
    #expect(try lab.list("store").total == 1_000 + captured.load(ordering: .relaxed))
    try lab.expectSound("store")
  }

  @Test func `a view that is rebuilt elsewhere at the moment it is first read is found`() throws {
    let lab = try Lab()
    try lab.capture("store", "one")
    let store = try Library.open(lab("store"))
    var isRebuilt = false
    let count = try store.environment.read { transaction in
      let catalog = try ViewCatalog(store.tables, logs: [], transaction)
      if !isRebuilt {
        isRebuilt = true
        try lab.done("store", "rebuild", "items")
      }
      return try transaction.count(of: catalog.table(.items))
    }
    #expect(count > 0)
  }

  @Test func `a store made by two at once holds what both captured`() throws {
    let lab = try Lab()
    for number in 0..<10 {
      let store = "new\(number)"
      if number % 2 == 1 {
        try FileManager.default.createDirectory(
          atPath: lab(store), withIntermediateDirectories: true)
      }
      try together(
        ["a", "b", "c"].map { name in { _ = try lab.capture(store, name) } })
      #expect(Set(try lab.list(store).items.map(\.title)) == ["a", "b", "c"])
    }
  }

  @Test func `two that open a store after an upgrade of the program both work`() throws {
    let lab = try Lab()
    try Library.writeStore(lab("store"), commands: 10, eventsEach: 100)
    for _ in 0..<5 {
      try Library.setViewVersion(0, ofStoreAt: lab("store"))
      try together([
        { _ = try lab.list("store") }, { _ = try lab.list("store") },
        { _ = try lab.capture("store", "meanwhile") },
      ])
    }
    #expect(try lab.list("store").total == 505)
    try lab.expectSound("store")
  }
}
