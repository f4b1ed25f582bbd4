import LMDB
import TestSupport
import Testing

/// A table and the dictionary it must agree with, through the same random operations.
@Suite struct ModelTests {
  private struct Abandoned: Error {}

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `random operations, aborts and reopenings agree with a dictionary`(seed: UInt64) throws {
    let directory = try ScratchFolder()
    let (environment, notes) = try Environment.make(at: directory("store"), options: .small)
    var random = SeededGenerator(seed: seed)
    var model: [[UInt8]: [UInt8]] = [:]
    for _ in 0..<60 {
      let before = model
      let isAbandoned = Int.random(in: 0..<4, using: &random) == 0
      do {
        try environment.write { transaction in
          model = before
          var random = random
          for _ in 0..<40 {
            try Self.step(&transaction, notes, &model, &random)
          }
          if isAbandoned { throw Abandoned() }
        }
      } catch is Abandoned {
        model = before
      }
      _ = random.next()
      if Int.random(in: 0..<10, using: &random) == 0 { try environment.reopen() }
      try Self.compare(environment, notes, model, &random)
    }
  }

  private static func step(
    _ transaction: inout WriteTransaction, _ notes: Table, _ model: inout [[UInt8]: [UInt8]],
    _ random: inout SeededGenerator
  ) throws {
    let key = Self.key(&random)
    switch Int.random(in: 0..<100, using: &random) {
    case 0:
      try transaction.removeAll(in: notes)
      model = [:]
    case 1..<30:
      let wasThere = try transaction.delete(key, in: notes)
      #expect(wasThere == (model.removeValue(forKey: key) != nil))
    case 30..<40:
      let greatest = model.keys.max { $0.lexicographicallyPrecedes($1) } ?? []
      guard greatest.count < 511 else { return }
      try transaction.append(greatest + [0], key, in: notes)
      model[greatest + [0]] = key
    default:
      let count = Int.random(in: 0..<20, using: &random) == 0 ? 9_000 : 30
      let length = Int.random(in: 0...count, using: &random)
      let value = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
      try transaction.put(key, value, in: notes)
      model[key] = value
    }
    #expect(try transaction.reading.bytes(in: notes, for: key) == model[key])
  }

  private static func compare(
    _ environment: Environment, _ notes: Table, _ model: [[UInt8]: [UInt8]],
    _ random: inout SeededGenerator
  ) throws {
    let sorted = model.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { Row($0, $1) }
    #expect(try environment.rows(notes) == sorted)
    #expect(try environment.read { try $0.count(of: notes) } == model.count)
    let lower = Self.key(&random)
    let upper = Self.key(&random)
    let range = sorted.filter {
      !$0.key.lexicographicallyPrecedes(lower) && $0.key.lexicographicallyPrecedes(upper)
    }
    #expect(try environment.rows(notes, from: lower, below: upper) == range)
    try environment.read { transaction in
      var rows: [Row] = []
      try transaction.scanBackwards(notes, below: upper, downTo: lower) { key, value in
        rows.append(Row(key, value))
        return .next
      }
      #expect(rows == range.reversed())
    }
  }

  private static func key(_ random: inout SeededGenerator) -> [UInt8] {
    let length = Int.random(in: 1...4, using: &random)
    return (0..<length).map { _ in UInt8([0, 1, 127, 255].randomElement(using: &random) ?? 0) }
  }
}
