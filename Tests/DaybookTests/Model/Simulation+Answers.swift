import Daybook
import DaybookEvents
import DaybookLog
import LMDB
import Simulation
import TestSupport

extension Simulation {
  /// Asks the recent past of every member this and that in any order, and the whole log the same.
  mutating func checkAnswers() throws {
    for index in members.indices {
      let store = members[index].replica.store
      try store.refreshSchedule()
      let count = try store.read { moment, _ in moment.state.eventCount }
      for _ in 0..<4 {
        let position = count - UInt64(random.below(Int(count / 8) + 1))
        let event = try store.read { try $0.log.event(at: position, $1) }
        guard let event else { continue }
        let past = try store.read {
          try $0.moment(after: event, asKnown: random.isOne(in: 2), $1)
        }
        let questions = try self.questions(about: store)
        let answers = try questions.answers(store, past, isWhole: false)
        let expected = try questions.answers(store, past, isWhole: true)
        for (question, (answer, other)) in zip(questions, zip(answers, expected)) {
          expect(answer == other, "\(index), \(past): \(question) is answered by \(answer)")
        }
      }
    }
  }

  private mutating func questions(about store: Store) throws -> [Question] {
    let rows = try store.read { try allRows($0, $1) }
    var keys: [ViewName: [[UInt8]]] = [:]
    try store.read { moment, transaction in
      for view in ViewName.allCases {
        try moment.catalog.scan(view, transaction) { key, _ in
          keys[view, default: []].append(key.array())
          return .next
        }
      }
    }
    return (0..<12).map { _ in
      let view = random.pick(ViewName.allCases)
      switch random.below(5) {
      case 0:
        return .card(random.pick(Sample.cards))
      case 1:
        return .collections(random.pick(Sample.items))
      case 2, 3:
        let bounds = (0..<2).map { _ in
          let key = keys[view]?.randomElement(using: &random) ?? []
          return Array(key.prefix(1 + random.below(40)))
        }.sorted { $0.lexicographicallyPrecedes($1) }
        return .range(
          view, from: bounds[0], below: random.isOne(in: 4) ? nil : bounds[1],
          limit: random.isOne(in: 2) ? 1_000 : 1 + random.below(4))
      default:
        return .row(rows.randomElement(using: &random) ?? RowKey(.item, Sample.items[0]))
      }
    }
  }
}

/// Something to ask of a moment.
private enum Question {
  case row(RowKey)
  case range(ViewName, from: [UInt8], below: [UInt8]?, limit: Int)
  case card(EntityID)
  case collections(EntityID)

  func answer(_ moment: Moment, _ transaction: borrowing ReadTransaction) throws -> String {
    switch self {
    case .row(let row): return "\(try moment.catalog.record(row, transaction))"
    case .card(let card): return "\(String(describing: try moment.card(card, transaction)))"
    case .collections(let item):
      return "\(try moment.collections(of: item, isLive: true, transaction))"
    case .range(let view, let lower, let upper, let limit):
      var found: [[UInt8]] = []
      try moment.catalog.scan(view, from: lower, below: upper, transaction) { key, value in
        found += [key.array(), value.array()]
        return found.count < 2 * limit ? .next : .stop
      }
      return "\(found)"
    }
  }
}

extension [Question] {
  /// The answers of one reading, which may keep what it found out for an earlier one.
  fileprivate func answers(
    _ store: Store, _ past: PastTime, isWhole: Bool
  ) throws -> [String] {
    try store.read(at: past) { moment, transaction in
      if isWhole { try moment.catalog.foldPast(always: true, transaction) }
      return try map { try $0.answer(moment, transaction) }
    }
  }
}
