import Daybook
import DaybookEvents
import DaybookLog
import Simulation
import TestSupport
import Testing

/// Texts in conflict with what their writers both had before them.
struct TextConflictTests {
  let folder: ScratchFolder
  let ada: SimulatedReplica
  let ben: SimulatedReplica
  let item = Sample.items[0]
  var row: RowKey { RowKey(.item, item) }

  init() throws {
    folder = try ScratchFolder()
    ada = try SimulatedReplica("ada", in: folder, seed: 1)
    ben = try SimulatedReplica("ben", in: folder, seed: 2)
    try ada.write(Sample.captured(item, title: "t", body: "first"))
    try ada.write(Sample.edited(item, body: "base"))
    try ben.merge(from: ada)
  }

  private func meet() throws {
    try ada.merge(from: ben)
    try ben.merge(from: ada)
    #expect(try ada.fingerprint == ben.fingerprint)
  }

  @Test func `the base is what both writers had seen, however much each wrote since`() throws {
    for number in 0..<3 { try ada.write(Sample.edited(item, body: "ada \(number)")) }
    try ben.write(Sample.edited(item, body: "ben"))
    try meet()
    for replica in [ada, ben] {
      let conflict = try #require(try replica.store.textConflicts(about: item).first)
      #expect(conflict.field == "body")
      #expect(Set(conflict.versions.map(\.text)) == ["ada 2", "ben"])
      #expect(conflict.versions[1].base == "base")
      #expect(conflict.versions[0].base == conflict.versions[0].text)
    }
  }

  @Test func `writers that shared nothing have an empty base`() throws {
    let other = Sample.items[1]
    try ada.write(Sample.captured(other, body: "ada"))
    try ben.write(Sample.captured(other, body: "ben"))
    try meet()
    #expect(try ada.store.textConflicts(about: other).map { $0.versions[1].base } == [""])
  }

  @Test func `each of several versions has the base that it shares with the one that shows`() throws
  {
    let cleo = try SimulatedReplica("cleo", in: folder, seed: 3)
    try cleo.merge(from: ben)
    try ben.write(Sample.edited(item, body: "middle"))
    try cleo.write(Sample.edited(item, body: "cleo"))
    try ada.merge(from: ben)
    ada.machine.now += 5000
    try ada.write(Sample.edited(item, body: "ada"))
    try ben.write(Sample.edited(item, body: "ben"))
    try exchangeAll([ada, ben, cleo])
    let conflict = try #require(try cleo.store.textConflicts(about: item).first)
    #expect(conflict.versions[0].text == "ada")
    let bases = Dictionary(uniqueKeysWithValues: conflict.versions.map { ($0.text, $0.base) })
    #expect(bases == ["ada": "ada", "ben": "middle", "cleo": "base"])
  }

  @Test func `what a person made of the versions ends the conflict everywhere`() throws {
    try ada.write(Sample.edited(item, body: "ada"))
    try ben.write(Sample.edited(item, body: "ben"))
    try meet()
    let conflict = try #require(try ben.store.textConflicts(about: item).first)
    try ben.store.end(conflict, with: "both")
    try meet()
    #expect(try ada.conflicts.isEmpty)
    #expect(try ada.value(row, .body) == Array("both".utf8))
  }

  @Test func `a decision about versions that have changed meanwhile is not written`() throws {
    try ada.write(Sample.edited(item, body: "ada"))
    try ben.write(Sample.edited(item, body: "ben"))
    try meet()
    let conflict = try #require(try ben.store.textConflicts(about: item).first)
    try ada.write(Sample.edited(item, body: "later"))
    try ben.merge(from: ada)
    #expect(throws: StoreError.changedMeanwhile(item)) {
      try ben.store.end(conflict, with: "both")
    }
    #expect(try ben.value(row, .body) == Array("later".utf8))
  }

  @Test func `a version that came meanwhile makes it another conflict`() throws {
    try ada.write(Sample.edited(item, body: "ada"))
    try ben.write(Sample.edited(item, body: "ben"))
    let cleo = try SimulatedReplica("cleo", in: folder, seed: 3)
    try cleo.write(Sample.captured(item, body: "cleo"))
    try meet()
    let conflict = try #require(try ben.store.textConflicts(about: item).first)
    try ben.merge(from: cleo)
    #expect(throws: StoreError.changedMeanwhile(item)) {
      try ben.store.end(conflict, with: "both")
    }
    #expect(try ben.conflicts.map(\.writes.count) == [3])
  }

  @Test func `deciding about a text of what everybody deleted does not bring it back`() throws {
    try ada.write(Sample.edited(item, body: "ada"))
    try ben.write(Sample.edited(item, body: "ben"))
    try meet()
    try ada.write(EventDraft(.itemDeleted, item))
    try meet()
    let conflict = try #require(try ben.store.textConflicts(about: item).first)
    try ben.store.end(conflict, with: "both")
    try meet()
    #expect(try !ada.record(row).isLive)
    #expect(try ada.value(row, .body) == Array("both".utf8))
    #expect(try ada.conflicts.isEmpty)
  }
}
