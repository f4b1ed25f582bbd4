import Daybook
import DaybookEvents
import LMDB
import Testing

/// What the seeds ask of two machines: S3-2, S3-6, S3-7, S3-24, S3-25, S3-57, S3-58, M-3, M-5, M-7.
struct MergeAcceptanceTests {
  /// S3-25, S3-16, S3-2, M-5.
  @Test func `Buy milk and eggs, five minutes later, shows on both, and Buy milk stays`() throws {
    let clock = TestClock()
    let (one, two) = (try TestStore("one", clock: clock), try TestStore("two", clock: clock))
    let id = try one.store.capture(.title("Buy"))
    try two.merge(one)
    clock.advance(60_000)
    try one.store.edit(id, .title("Buy milk"))
    clock.advance(300_000)
    try two.store.edit(id, .title("Buy milk and eggs"))
    try one.merge(two)
    try two.merge(one)
    #expect(try one.title(id) == "Buy milk and eggs")
    #expect(try two.title(id) == "Buy milk and eggs")
    #expect(try one.store.fingerprint() == two.store.fingerprint())
    let losing = try one.conflicts.first?.heads.last?.value
    #expect(losing == Array("Buy milk".utf8))
    #expect(try one.eventCount == 3)
    #expect(try two.eventCount == 3)
  }

  /// S3-7: who merges first makes no difference. S3-24: nor do equal times.
  @Test func `the same edit at the same moment ends alike whoever merges first`() throws {
    for isReversed in [false, true] {
      let clock = TestClock()
      let (one, two) = (try TestStore("one", clock: clock), try TestStore("two", clock: clock))
      let id = try one.store.capture(.title("shared"))
      try two.merge(one)
      try one.store.edit(id, .title("from one"))
      try two.store.edit(id, .title("from two"))
      let (first, second) = isReversed ? (two, one) : (one, two)
      try first.merge(second)
      try second.merge(first)
      #expect(try one.title(id) == two.title(id))
      #expect(try one.store.fingerprint() == two.store.fingerprint())
      #expect(try one.conflicts.map(\.identity) == two.conflicts.map(\.identity))
    }
  }

  /// S3-2, C2: edits of different fields are both there.
  @Test func `a rename and a completion made apart are both kept`() throws {
    let (one, two) = (try TestStore("one"), try TestStore("two"))
    let id = try one.store.capture(.title("task"))
    try two.merge(one)
    try one.store.edit(id, .title("renamed"))
    var done = ItemChange()
    done.status = .init(.done, completedAt: 5)
    try two.store.edit(id, done)
    try one.merge(two)
    try two.merge(one)
    let item = try one.store.item(id)
    #expect(item?.title.string == "renamed")
    #expect(item?.status == .done)
    #expect(item?.completedAt == 5)
    #expect(try one.conflicts.isEmpty)
    #expect(try one.store.fingerprint() == two.store.fingerprint())
  }

  /// S3-6, S3-57, S3-31, S1-4: what was captured offline arrives.
  @Test func `a hundred tasks captured offline arrive once, however often merged`() throws {
    let (one, two) = (try TestStore("one"), try TestStore("two"))
    for index in 0..<100 { try one.store.capture(.title("task \(index)")) }
    #expect(try two.merge(one).appliedEvents == 100)
    #expect(try two.merge(one).appliedEvents == 0)
    #expect(try two.store.items().count == 100)
  }

  /// A merge without news leaves the file as it is.
  @Test func `merging nothing new commits nothing`() throws {
    let (one, two) = (try TestStore("one"), try TestStore("two"))
    try one.store.capture(.title("known"))
    try two.merge(one)
    let before = try two.store.environment.information.lastTransaction
    try two.merge(one)
    #expect(try two.store.environment.information.lastTransaction == before)
  }

  /// C31, S3-66: an empty machine never empties a full one.
  @Test func `merging an empty store takes nothing away`() throws {
    let (full, empty) = (try TestStore("full"), try TestStore("empty"))
    let id = try full.store.capture(.title("kept"))
    try full.merge(empty)
    try empty.merge(full)
    #expect(try full.title(id) == "kept")
    #expect(try empty.title(id) == "kept")
  }

  /// S3-2: one call brings a losing write back, and that ends the conflict everywhere.
  @Test func `keeping the loser ends the conflict on both machines`() throws {
    let (one, two) = (try TestStore("one"), try TestStore("two"))
    let id = try one.store.capture(.title("shared"))
    try two.merge(one)
    try one.store.edit(id, .title("from one"))
    try two.store.edit(id, .title("from two"))
    try one.merge(two)
    let conflict = try #require(try one.conflicts.first)
    let loser = try #require(conflict.heads.last)
    try one.store.keep(id, event: loser.event.description)
    try two.merge(one)
    try one.merge(two)
    #expect(try two.title(id) == String(decoding: loser.value, as: UTF8.self))
    #expect(try one.conflicts.isEmpty)
    #expect(try two.conflicts.isEmpty)
    #expect(try one.store.fingerprint() == two.store.fingerprint())
  }

  /// C13, C8: a body's loser and a deletion's loser are kept by --both.
  @Test func `keeping both joins bodies, and a deleted and edited item lives`() throws {
    let (one, two) = (try TestStore("one"), try TestStore("two"))
    let id = try one.store.capture(.title("note"))
    try two.merge(one)
    var (left, right) = (ItemChange(), ItemChange())
    left.body = "a paragraph"
    right.body = "another paragraph"
    try one.store.edit(id, left)
    try two.store.edit(id, right)
    try one.merge(two)
    try one.store.keepBoth(id)
    let body = try #require(try one.store.item(id)).body.string
    #expect(body.contains("a paragraph") && body.contains("another paragraph"))
    try two.merge(one)
    try one.store.delete([id])
    try two.store.edit(id, .title("edited meanwhile"))
    try one.merge(two)
    #expect(try one.conflicts.count == 1)
    try one.store.keepBoth(id)
    #expect(try one.store.item(id)?.isDeleted == false)
    #expect(try one.conflicts.isEmpty)
  }

  /// F13.
  @Test func `keeping both makes one copy that is the other side whole`() throws {
    let clock = TestClock()
    let (one, two) = (try TestStore("one", clock: clock), try TestStore("two", clock: clock))
    let list = try one.store.createCollection(named: "Garden")
    let id = try one.store.capture(.title("Bird"), tags: ["old"])
    try two.merge(one)
    var (left, right) = (ItemChange.title("Heron"), ItemChange.title("Egret"))
    (left.body, right.body) = ("grey", "white")
    left.priority = .high
    right.priority = .low
    try one.store.edit(id, left)
    clock.advance(1000)
    try two.store.edit(id, right)
    try two.store.tag([id], adding: ["pond"], removing: ["old"])
    try two.store.file([id], in: list)
    // The later title is of one machine and the later priority of the other.
    clock.advance(1000)
    try one.store.edit(id, .title("Grey heron"))
    try one.merge(two)
    #expect(try one.conflicts.count == 3)
    let copies = try one.store.keepBoth(id)
    #expect(try copies.count == 1 && one.conflicts.isEmpty)
    let kept = try #require(try one.store.item(id))
    let copy = try #require(try copies.first.flatMap { try one.store.item($0) })
    #expect(kept.title == "Grey heron" && kept.body == "grey" && kept.priority == .high)
    #expect(copy.title == "Egret" && copy.body == "white" && copy.priority == .low)
    #expect(copy.tags == ["pond"] && copy.collections.count == 1)
    try one.store.undo()
    #expect(try one.conflicts.count == 3 && one.store.item(copy.id)?.isDeleted == true)
  }

  /// F13. Of three machines each is kept whole, once.
  @Test func `keeping both of three sides makes one copy for each other side`() throws {
    let clock = TestClock()
    let stores = try ["one", "two", "three"].map { try TestStore($0, clock: clock) }
    let id = try stores[0].store.capture(.title("Bird"))
    for store in stores.dropFirst() { try store.merge(stores[0]) }
    for (number, test) in stores.enumerated() {
      clock.advance(1000)
      var change = ItemChange.title("title \(number)")
      change.body = Text("body \(number)")
      change.kind = number == 1 ? .task : .note
      try test.store.edit(id, change)
    }
    for store in stores.dropFirst() { try stores[0].merge(store) }
    let copies = try stores[0].store.keepBoth(id)
    let all = try ([id] + copies).compactMap { try stores[0].store.item($0) }
    #expect(
      Set(all.map { "\($0.title.string), \($0.body.string)" })
        == Set((0..<3).map { "title \($0), body \($0)" }))
    #expect(all.count == 3)
    #expect(try stores[0].conflicts.isEmpty)
  }

  /// A9.
  @Test func `a deleted collection is in no conflict with a member that is deleted`() throws {
    let (one, two) = (try TestStore("one"), try TestStore("two"))
    let list = try one.store.createCollection(named: "Garden")
    let item = try one.store.capture(.title("Seeds"))
    try two.merge(one)
    try one.store.delete([list])
    try two.store.file([item], in: list)
    try one.merge(two)
    #expect(try one.conflicts.map(\.row.kind) == [.collection])
    try two.store.delete([item])
    try one.merge(two)
    #expect(try one.conflicts.isEmpty)
    try two.store.restore([item])
    try one.merge(two)
    #expect(try one.conflicts.map(\.row.kind) == [.collection])
  }
}
