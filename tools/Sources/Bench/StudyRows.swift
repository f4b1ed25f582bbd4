import Daybook
import DaybookEvents
import DaybookSystem
import LMDB

/// Studying a large deck: S2, S3, P15b.
struct StudyRows {
  private static let changedCards = 10_000
  private static let changedReviews = 10
  private static let largeCards = 100_000
  private static let largeReviews = 3
  private static let answersPerRound = 30

  /// Where stores are made.
  let folder: String

  func figures(rounds: Int, _ wanted: Set<Row>) throws -> [Figure] {
    try FileSystem.makeDirectory(folder, intermediates: true)
    var figures: [Figure] = []
    if wanted.contains(.S2) { figures.append(try parameterChange(max(5, rounds))) }
    guard !wanted.isDisjoint(with: [.S3, .P15b]) else { return figures }
    let study = try StudyStore(
      folder + "/large", cards: Self.largeCards, reviewsEach: Self.largeReviews)
    if wanted.contains(.P15b) { figures.append(try nextDue(study, max(9, rounds))) }
    if wanted.contains(.S3) { figures.append(try answers(study, rounds)) }
    return figures
  }

  /// S2. Wall milliseconds of the whole call: the event, every card computed anew in a generation
  /// of its own, what is beside it compared, the swap; all of it durable. In turn to other
  /// parameters and back to the defaults.
  private func parameterChange(_ rounds: Int) throws -> Figure {
    let study = try StudyStore(
      folder + "/changed", cards: Self.changedCards, reviewsEach: Self.changedReviews)
    let other =
      "0.4 1.1 3 9 5 0.6 2 0.01 1.5 0.2 1 1.8 0.1 0.3 2 0.5 2.5 0.6 0.1 0.1 0.2"
    var moved = 0
    let costs = try (0..<2 * rounds).map { round in
      try Cost {
        moved =
          try study.store.setOptions(
            of: [study.deck], [.parameters: round.isMultiple(of: 2) ? other : ""]) ?? 0
      }
    }
    guard moved > Self.changedCards / 2 else { throw BenchError.failed("the change of parameters") }
    let cpu = costs.map(\.cpu).median
    return Figure(
      .S2, Self.changedCards, ratios: costs.map { $0.wall * 1000 },
      ours: Figure.time(costs.map(\.wall).median),
      note: "\(moved) due dates move; processor \(Figure.time(cpu))")
  }

  /// S3. An answer to a card, as P1: the call against the same rows put by plain C.
  private func answers(_ study: StudyStore, _ rounds: Int) throws -> Figure {
    try study.store.environment.copy(to: folder + "/answers")
    let copy = RawStoreCopy(folder + "/answers")
    var number = 0
    func answer() throws -> (ours: Cost, raw: Cost) {
      number += 1
      let card = study.card(number * 7919)
      return try copy.timeCommit { try study.store.review(card, .good) }
    }
    // The first opens tables.
    for _ in 0..<3 { _ = try answer() }
    var cpu: [(Double, Double)] = []
    let pairs = try Pairs(rounds: rounds) {
      let costs = try (0..<Self.answersPerRound).map { _ in try answer() }
      cpu.append((costs.map(\.ours.cpu).median, costs.map(\.raw.cpu).median))
      return (costs.map(\.ours.wall).median, costs.map(\.raw.wall).median)
    }
    let note =
      "\(copy.lastCommit.rows) rows in \(copy.lastCommit.tables) tables; processor "
      + "\(Figure.time(cpu.map(\.0).median)) / \(Figure.time(cpu.map(\.1).median))"
    return Figure(.S3, Self.largeCards, pairs, note: note)
  }

  /// P15b. As P15, in a store where every card but the new ones was reviewed, most are due, and
  /// the day has its limits: processor milliseconds.
  private func nextDue(_ study: StudyStore, _ rounds: Int) throws -> Figure {
    let path = folder + "/due"
    try study.store.environment.copy(to: path)
    let milliseconds = try (0..<rounds).map { _ in
      try cpuSeconds {
        let store = try Store.open(at: path, options: StudyStore.options)
        let card = try store.read { moment, transaction in
          try moment.nextCard(
            of: [study.deck], at: StudyStore.now, studyDay: store.studyDay(at: StudyStore.now),
            transaction)
        }
        guard card != nil else { throw BenchError.failed("the next due card") }
      } * 1000
    }
    return Figure(
      .P15b, Self.largeCards, ratios: milliseconds,
      ours: "\(Figure.short(milliseconds.median)) ms")
  }
}
