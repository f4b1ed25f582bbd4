import Daybook
import DaybookEvents
import DaybookLog
import DaybookSystem
import LMDB
import Simulation
import Testing

/// Bits that flip in rows of views, and what becomes of them.
struct ViewRowDamageTests {
  let fixture: ViewFixture

  init() throws { fixture = try ViewFixture() }

  @Test func `there is a row of every kind and an entry of every index to damage`() throws {
    #expect(Set(try fixture.rows().map(\.letter)) == Set(ViewFixture.letters))
  }

  /// A1.
  @Test(arguments: ViewFixture.letters.sorted())
  func `a flipped bit in any byte of a row is never shown, and told once`(
    _ letter: String
  ) throws {
    let row = try #require(try fixture.rows().first { $0.letter == letter })
    for index in row.value.indices {
      var value = row.value
      value[index] ^= 1 << UInt8(index % 8)
      try fixture.put(value, for: row)
      let (store, told) = try fixture.reopened()
      if let key = RowKey(row.key.span) {
        let shown = try store.read { try $0.catalog.record(key, $1) }
        let content = Array(row.value.dropLast(4))
        #expect(shown == (try Record(reading: content.span)), "byte \(index) of \(letter)")
      }
      #expect(try ViewFixture.contents(of: store) == fixture.contents, "byte \(index)")
      #expect(told.all == [row.view.rawValue], "byte \(index) of \(letter)")
      #expect(try fixture.isMarked(row.view))
      try fixture.put(row.value, for: row, restoring: true)
    }
  }

  /// A1.
  @Test(arguments: ViewFixture.letters.sorted())
  func `what a reader found damaged the next command mends`(_ letter: String) throws {
    let fingerprint = try fixture.replica.fingerprint
    let row = try #require(try fixture.rows().first { $0.letter == letter })
    var value = row.value
    value[value.count - 1] ^= 0x40
    try fixture.put(value, for: row)
    #expect(try fixture.replica.store.verify(includesMedia: false).problems.count == 1)
    let (reader, _) = try fixture.reopened()
    #expect(try ViewFixture.contents(of: reader) == fixture.contents)
    // Marking it hides it from nobody who looks.
    #expect(try reader.verify(includesMedia: false).problems.count == 1)
    let (writer, told) = try fixture.reopened()
    #expect(try writer.verify(includesMedia: false).problems == [])
    #expect(try ViewFixture.contents(of: writer) == fixture.contents)
    #expect(try writer.fingerprint() == fingerprint)
    #expect(told.all == [])
    #expect(try !fixture.isMarked(row.view))
  }

  /// A1.
  @Test func `a store that stays open mends at its next change what it has read`() throws {
    let (store, told) = try fixture.reopened()
    for letter in ["I", "z", "s"] {
      let row = try #require(try fixture.rows().first { $0.letter == letter })
      try fixture.put(row.value.dropLast() + [row.value[row.value.count - 1] ^ 1], for: row)
      #expect(try ViewFixture.contents(of: store)[row.view] != nil)
      var item = ItemChange()
      item.title = Text("after \(letter)")
      try store.capture(item)
      #expect(try store.verify(includesMedia: false).problems == [], "\(letter)")
    }
    #expect(told.all == ["items", "schedule"])
  }

  /// A1.
  @Test func `a change to a thing whose row is damaged builds on what its events say`() throws {
    let row = try #require(
      try fixture.rows().first { $0.key == RowKey(.item, Sample.items[0]).bytes })
    var value = row.value
    value[value.count / 2] ^= 8
    try fixture.put(value, for: row)
    let (store, told) = try fixture.reopened()
    try store.write { _, _ in [Sample.edited(Sample.items[0], body: "new")] }
    #expect(told.all == ["items"])
    #expect(try store.verify(includesMedia: false).problems == [])
    let record = try store.read { try $0.catalog.record(RowKey(.item, Sample.items[0]), $1) }
    #expect(record.value(.body) == Array("new".utf8))
    #expect(record[.title]?.heads.count == 2, "the conflict is gone")
  }

  /// A1.
  @Test func `a merge that meets a damaged row ends in what both say`() throws {
    let other = try SimulatedReplica("carl", in: fixture.folder, seed: 3)
    try other.merge(from: fixture.replica)
    try other.write(Sample.edited(Sample.items[0], body: "from elsewhere"))
    let row = try #require(
      try fixture.rows().first { $0.key == RowKey(.item, Sample.items[0]).bytes })
    try fixture.put(row.value.dropLast() + [row.value[row.value.count - 1] ^ 1], for: row)
    try fixture.replica.merge(from: other)
    #expect(try fixture.replica.fingerprint == other.fingerprint)
    #expect(try fixture.replica.store.verify(includesMedia: false).problems == [])
  }

  /// A1.
  @Test(arguments: ViewFixture.letters.sorted())
  func `where the events are damaged as well nothing is shown`(_ letter: String) throws {
    let row = try #require(try fixture.rows().first { $0.letter == letter })
    var value = row.value
    value[0] ^= 1
    try fixture.put(value, for: row)
    if row.view == .schedule {
      // What is computed of cards needs their rows only.
      let (store, _) = try fixture.reopened()
      try fixture.damageLog()
      #expect(try ViewFixture.contents(of: store) == fixture.contents)
      return
    }
    try fixture.damageLog()
    let (store, _) = try fixture.reopened()
    #expect(throws: StoreFailure.damaged) { try ViewFixture.contents(of: store) }
    if let key = RowKey(row.key.span) {
      #expect(throws: StoreFailure.damaged) {
        _ = try store.read { try $0.catalog.record(key, $1) }
      }
    }
    // Neither does it keep anybody from writing, or from opening the store.
    let (next, _) = try fixture.reopened()
    #expect(throws: StoreFailure.damaged) { try ViewFixture.contents(of: next) }
  }

  /// A1.
  @Test func `a missing or a surplus entry of any index is named by verify`() throws {
    for row in try fixture.rows() where row.letter == row.letter.lowercased() {
      try fixture.put(nil, for: row)
      try expectProblem(row)
      try fixture.put(row.value, for: row, restoring: true)
      var key = row.key
      key[key.count - 1] ^= 1
      let table = try fixture.replica.store.read { moment, _ in try moment.catalog.table(row.view) }
      let content = Array(row.value.dropLast(4))
      try fixture.replica.store.environment.write { try $0.put(key, content, in: table) }
      try expectProblem(row)
      let isGone = try fixture.replica.store.environment.write { try $0.delete(key, in: table) }
      #expect(isGone)
    }
    #expect(try fixture.replica.store.verify(includesMedia: false).problems == [])
  }

  /// Expects that verification finds one place of one view.
  private func expectProblem(_ row: ViewFixture.Row) throws {
    let problems = try fixture.replica.store.verify(includesMedia: false).problems
    let words =
      "The view \(row.view.rawValue) differs in 1 places from its events; rebuild mends it."
    #expect(problems == [words], "\(row)")
  }
}
