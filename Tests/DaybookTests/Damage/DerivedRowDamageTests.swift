import Daybook
import DaybookEvents
import DaybookLog
import LMDB
import Simulation
import TestSupport
import Testing

/// Bits that flip in what is kept of where events lie and of what commands observed.
struct DerivedRowDamageTests {
  let folder: ScratchFolder
  let ada: SimulatedReplica

  /// A store that has merged again and again what another and its copy wrote.
  init() throws {
    folder = try ScratchFolder()
    ada = try SimulatedReplica("ada", in: folder, seed: 1)
    let ben = try SimulatedReplica("ben", in: folder, seed: 2)
    try ben.write(Sample.captured(Sample.items[0], title: "ben"))
    let copy = try ben.copied(to: "copy", seed: 3)
    for round in 0..<3 {
      try ada.write(Sample.edited(Sample.items[0], title: "\(round)"))
      try ben.merge(from: ada)
      for replica in [ben, copy] {
        try replica.write(Sample.edited(Sample.items[0], body: "\(round)"))
        try ada.merge(from: replica)
      }
    }
    try ada.write(Sample.edited(Sample.items[0], title: "last"))
  }

  private func rows() throws -> [(key: [UInt8], value: [UInt8])] {
    let tables = ada.store.tables
    return try ada.store.environment.read { transaction in
      var rows: [(key: [UInt8], value: [UInt8])] = []
      try transaction.scan(tables.meta) { key, value in
        if ["o", "r"].map({ Character($0).asciiValue }).contains(key[0]) {
          rows.append((key.array(), value.array()))
        }
        return .next
      }
      return rows
    }
  }

  private func put(_ value: [UInt8]?, for key: [UInt8]) throws {
    let tables = ada.store.tables
    try ada.store.environment.write { transaction in
      if let value {
        try transaction.put(key, value, in: tables.meta)
      } else {
        _ = try transaction.delete(key, in: tables.meta)
      }
    }
  }

  private func problems() throws -> [String] {
    try ada.store.verify(includesMedia: false).problems
  }

  @Test func `verify finds what commands observed and where events lie kept otherwise`() throws {
    #expect(try problems() == [])
    let rows = try rows()
    #expect(Set(rows.map { $0.key[0] }).count == 2 && rows.count > 6)
    for (key, value) in rows {
      for index in value.indices {
        var flipped = value
        flipped[index] ^= 0x40
        try put(flipped, for: key)
        #expect(try !problems().isEmpty, "byte \(index) of \(key)")
      }
      try put(nil, for: key)
      #expect(try !problems().isEmpty, "\(key)")
      try put(value, for: key)
    }
    var surplus = rows[0].key
    surplus[surplus.count - 1] ^= 0x20
    try put(rows[0].value, for: surplus)
    #expect(try problems().count == 1)
    try put(nil, for: surplus)
    #expect(try problems() == [])
  }

  /// What every command observed, and where every event lies.
  private func facts() throws -> [String] {
    try ada.store.read { moment, transaction in
      var facts: [String] = []
      try moment.log.scanEvents(from: 1, transaction) { event, _ in
        let (log, state, sequence) = (moment.log, moment.state, event.header.sequence)
        let observed = try log.observed(by: sequence, in: event.log, state, transaction)
        let position = try log.position(of: sequence, in: event.log, state, transaction)
        facts.append("\(observed) \(position ?? 0)")
        return .next
      }
      return facts
    }
  }

  @Test func `a flipped bit in what commands observed or where events lie is noticed by readers`()
    throws
  {
    let sound = try facts()
    for (key, value) in try rows() {
      for index in value.indices {
        var flipped = value
        flipped[index] ^= 1 << UInt8(index % 8)
        try put(flipped, for: key)
        #expect(throws: StoreFailure.damaged, "byte \(index) of \(key)") { try facts() }
      }
      try put(value, for: key)
    }
    #expect(try facts() == sound)
  }

  @Test func `rows of programs that wrote no check are taken`() throws {
    let sound = try facts()
    for (key, value) in try rows() {
      try put(nil, for: key)
      let hasCheckInValue = key.first == UInt8(ascii: "r")
      try put(hasCheckInValue ? value.dropLast(4) : value, for: Array(key.prefix(13)))
    }
    #expect(try facts() == sound)
    #expect(try problems() == [])
  }

  @Test func `a repair works out what commands observed from what they say`() throws {
    let fingerprint = try ada.fingerprint
    for (key, value) in try rows() { try put([value[0] ^ 0x40] + value.dropFirst(), for: key) }
    let report = try Store.salvage(
      at: ada.store.path, ada.store.options, from: CommandStock(wanted: []), acceptsLoss: false)
    #expect(report.isMade && report.fingerprint == fingerprint && report.lost == 0)
  }
}
