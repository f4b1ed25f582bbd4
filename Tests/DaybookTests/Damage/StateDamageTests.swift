import Daybook
import DaybookEvents
import DaybookLog
import LMDB
import Simulation
import Testing

/// Bits that flip in what a store keeps of its logs and views.
struct StateDamageTests {
  let fixture: ViewFixture

  init() throws { fixture = try ViewFixture() }

  private var store: Store { fixture.replica.store }

  /// Records of the log's state: what every command reads first.
  private func records() throws -> [(key: [UInt8], value: [UInt8])] {
    try store.environment.read { transaction in
      var records: [(key: [UInt8], value: [UInt8])] = []
      try transaction.scan(store.tables.meta) { key, value in
        if [MetaKey.hot[0], MetaKey.identity[0], MetaKey.logs[0]].contains(key[0]) {
          records.append((key.array(), value.array()))
        }
        return .next
      }
      return records
    }
  }

  private func put(_ key: [UInt8], _ value: [UInt8]?) throws {
    try store.environment.write { transaction in
      if let value {
        try transaction.put(key, value, in: store.tables.meta)
      } else {
        _ = try transaction.delete(key, in: store.tables.meta)
      }
    }
  }

  /// What everybody reads who opens the store and shows who writes it.
  private func facts() throws -> String {
    try store.environment.read { transaction in
      let state = try LogState(store.tables, transaction)
      let identity = try StoreIdentity(store.tables, transaction)
      return "\(state) \(identity.replica) \(identity.name)"
    }
  }

  /// A1.
  @Test func `a flipped bit in a record of the log's state is noticed by whoever opens the store`()
    throws
  {
    let sound = try facts()
    let records = try records()
    #expect(records.count == 5)
    for (key, value) in records {
      for index in value.indices {
        var flipped = value
        flipped[index] ^= 1 << UInt8(index % 8)
        try put(key, flipped)
        // What is noticed is an error; a bit of the seal itself may be gone without harm.
        let found = try? facts()
        #expect(found == nil || found == sound, "byte \(index) of \(key)")
        try put(key, value)
      }
    }
  }

  /// A1.
  @Test func `a record of the log's state that is found under another key is missed`() throws {
    for (key, value) in try records() where key != MetaKey.identityCheck {
      try put(key, nil)
      #expect(throws: (any Error).self) { try facts() }
      try put(key, value)
    }
    _ = try facts()
  }

  /// A1.
  @Test func `a view whose entry in the registry is damaged is built anew at the next opening`()
    throws
  {
    for view in ViewName.allCases {
      let key = MetaKey.view(view.rawValue)
      let tables = store.tables
      let value = try #require(
        try store.environment.read { try $0.bytes(in: tables.meta, for: key) })
      for index in stride(from: 0, to: value.count, by: 5) {
        var flipped = value
        flipped[index] ^= 2
        try put(key, flipped)
        let (opened, _) = try fixture.reopened()
        #expect(try ViewFixture.contents(of: opened) == fixture.contents, "byte \(index)")
        #expect(try opened.fingerprint() == fixture.fingerprint, "byte \(index) of \(view)")
      }
    }
  }
}
