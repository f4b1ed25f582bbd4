import Daybook
import DaybookEvents
import DaybookLog
import DaybookScheduler
import Simulation
import TestSupport

/// Several machines on which one person studies: mostly apart, now and then exchanging what they
/// have. Beside them, what was answered, as the person would remember it.
struct StudySimulation {
  /// One event that says that a card was answered.
  struct Answered {
    let card: EntityID
    /// Two events of one imported review have the same id.
    let id: EntityID
    let grade: UInt8
    let rolloverHour: Int
    let header: EventHeader
    let event: EventName
    let isCram: Bool
    /// How many steps there were where it was given.
    let steps: StepCounts
  }

  /// What some import brings, wherever it is made.
  private struct Imported {
    let card: EntityID
    let id: EntityID
    let grade: UInt64
    let occurredAt: Int64
    let steps: StepCounts
  }

  static let decks = (0..<3).map { EntityID(name: "study deck", "\($0)") }
  static let notes = (0..<2).map { EntityID(name: "study note", "\($0)") }
  /// Two of each note, and two of none.
  static let cards =
    notes.flatMap { note in
      (0..<2).map { CardOrigin(note: note, ordinal: $0).card }
    } + (0..<2).map { EntityID(name: "study card", "\($0)") }
  private static let day: Int64 = 86_400_000
  private static let parameters = [
    "", "0.4 1.1 3 9 5 0.6 2 0.01 1.5 0.2 1 1.8 0.1 0.3 2 0.5 2.5 0.6 0.1 0.1 0.2",
    "0.4 0.6 2.4 5.8 4.93 0.94 0.86 0.01 1.49 0.14 0.94 2.18 0.05 0.34 1.26 0.29 2.61",
  ]

  var random: SeededGenerator
  let folder: ScratchFolder
  private(set) var replicas: [SimulatedReplica] = []
  private(set) var answered: [Answered] = []
  private(set) var retracted: Set<EntityID> = []
  private let imported: [Imported]

  init(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    folder = try ScratchFolder()
    let start: Int64 = 1_700_000_000_000
    let counts = try (0...2).map { try Self.counts($0, 2 - $0) }
    imported = (0..<random.below(8)).map { index in
      Imported(
        card: random.pick(Self.cards), id: EntityID(name: "imported review", "\(index)"),
        grade: UInt64(1 + random.below(4)),
        occurredAt: start + Int64(random.below(60)) * Self.day - 20 * Self.day,
        steps: random.pick(counts))
    }
    for index in 0..<(2 + random.below(3)) {
      // Clocks that are off by minutes, and sometimes by days.
      let skew = random.pick([0, 0, 0, 40_000, -70_000, 3 * Self.day, -2 * Self.day])
      let replica = try SimulatedReplica(
        "r\(index)", in: folder, now: start + skew, seed: random.next())
      replica.machine.offsetMinutes = random.pick([0, 60, 540, -480, 345])
      replicas.append(replica)
    }
    self.random = random
    try begin()
  }

  /// What all of them know from the start.
  private func begin() throws {
    var drafts = zip(Self.decks, ["a", "a::b", "c"]).map { Sample.named(.deckCreated, $0, $1) }
    for note in Self.notes {
      drafts.append(EventDraft(.noteAdded, note, second: Sample.noteTypes[0]))
      for ordinal in 0..<2 {
        let origin = CardOrigin(note: note, ordinal: ordinal)
        var change = CardChange()
        change.origin = origin
        drafts.append(
          EventDraft(.cardAdded, origin.card, second: Self.decks[0], payload: change.encoded))
      }
    }
    drafts += Self.cards.suffix(2).map { Sample.added($0, to: Self.decks[1]) }
    try replicas[0].write(drafts)
    for replica in replicas.dropFirst() { try replica.merge(from: replicas[0]) }
  }

  /// Studies for some weeks, each machine offline most of the time; then all exchange.
  mutating func run() throws {
    for _ in 0..<(20 + random.below(60)) {
      let replica = random.pick(replicas)
      replica.machine.now += random.pick([0, 1, 30_000, 600_000, 7_200_000, Self.day, 9 * Self.day])
      if random.isOne(in: 25) { replica.machine.now -= 3 * Self.day }
      if random.isOne(in: 20) { replica.machine.offsetMinutes = random.pick([0, -480, 540]) }
      switch random.below(20) {
      case 0..<11: try answer(on: replica)
      case 11: try takeBack(on: replica)
      case 12: try bringIn(on: replica)
      case 13, 14: try setOptions(on: replica)
      case 15:
        try replica.write(
          EventDraft(.cardMoved, random.pick(Self.cards), second: random.pick(Self.decks)))
      case 16: try mark(on: replica)
      case 17:
        try replica.write(
          EventDraft(random.pick([.noteDeleted, .noteRestored]), random.pick(Self.notes)))
      default: try meet(replica)
      }
    }
    try exchange()
  }

  private mutating func answer(on replica: SimulatedReplica) throws {
    let card = random.pick(Self.cards)
    let grade = random.pick([1, 2, 3, 3, 3, 4] as [UInt64])
    let hour = random.pick([4, 4, 4, 0, 23])
    let isCram = random.isOne(in: 12)
    let known = try replica.store.read { moment, transaction in
      let record = try moment.catalog.record(RowKey(.card, card), transaction)
      return (
        phase: try moment.cardState(card, transaction)?.schedule.phase ?? .new,
        steps: try moment.scheduler(
          of: record.value(.deck).flatMap { EntityID(bytes: $0) }, transaction
        ).stepCounts
      )
    }
    let payload = Sample.message { wire in
      wire.varint(1, grade)
      wire.varint(4, UInt64(hour))
      wire.varint(6, isCram ? 5 : UInt64(known.phase.rawValue) + 1)
      wire.varint(9, known.steps.number)
    }
    let receipt = try replica.write(EventDraft(.cardReviewed, card, payload: payload))
    try note(receipt, on: replica) { event, header in
      Answered(
        card: card, id: Review.id(of: event), grade: UInt8(grade), rolloverHour: hour,
        header: header, event: event, isCram: isCram, steps: known.steps)
    }
  }

  private static func counts(_ learning: Int, _ relearning: Int) throws -> StepCounts {
    guard let counts = StepCounts(learning: learning, relearning: relearning) else {
      throw TestFailure.notFound
    }
    return counts
  }

  /// The same file on whichever machine: the reviews have the ids that they had there.
  private mutating func bringIn(on replica: SimulatedReplica) throws {
    guard !imported.isEmpty else { return }
    let brought = imported.filter { _ in !random.isOne(in: 3) }
    guard !brought.isEmpty else { return }
    let receipt = try replica.write(
      brought.map { review in
        EventDraft(
          .cardReviewed, review.card,
          payload: Sample.message { wire in
            wire.varint(1, review.grade)
            wire.bytes(5, review.id.bytes)
            wire.varint(9, review.steps.number)
          }, occurredAt: review.occurredAt)
      }, reason: .import)
    var rest = brought[...]
    try note(receipt, on: replica) { event, header in
      let review = rest.removeFirst()
      return Answered(
        card: review.card, id: review.id, grade: UInt8(review.grade), rolloverHour: 4,
        header: header, event: event, isCram: false, steps: review.steps)
    }
  }

  private mutating func note(
    _ receipt: CommandReceipt, on replica: SimulatedReplica,
    _ describe: (EventName, EventHeader) -> Answered
  ) throws {
    let headers = try replica.store.read { moment, transaction in
      try receipt.events.map {
        try moment.log.event(named: $0, moment.state, transaction)?.header
      }
    }
    for (event, header) in zip(receipt.events, headers) {
      guard let header else { throw TestFailure.notFound }
      answered.append(describe(event, header))
    }
  }

  /// Takes back a review that this machine may not even know yet.
  private mutating func takeBack(on replica: SimulatedReplica) throws {
    guard let review = answered.randomElement(using: &random) else { return }
    retracted.insert(review.id)
    try replica.write(
      EventDraft(
        .reviewRetracted, review.card, payload: Review.retraction(of: review.id)))
  }

  private mutating func setOptions(on replica: SimulatedReplica) throws {
    let values: [(DeckOptionName, String)] = [
      (.desiredRetention, random.pick(["0.8", "0.93", ""])),
      (.learningSteps, random.pick(["none", "1m 10m", "1d", "1m 2m 1h"])),
      (.relearningSteps, random.pick(["none", "10m", "1m 1d"])),
      (.maximumInterval, random.pick(["20", "36500"])),
      (.parameters, random.pick(Self.parameters)),
      (.fuzz, random.pick(["on", "off"])), (.newPerDay, random.pick(["1", "20"])),
    ].filter { _ in random.isOne(in: 2) }
    let deck = random.pick(Self.decks)
    if random.isOne(in: 2) {
      try replica.store.setOptions(
        of: [deck], Dictionary(values) { first, _ in first })
    } else {
      // A machine that stops before it has computed anything anew.
      try replica.write(
        EventDraft(
          .deckOptionsChanged, deck,
          payload: DeckOptionValue.payload(
            values.map { DeckOptionValue(name: $0.rawValue, value: $1) })))
    }
  }

  private mutating func mark(on replica: SimulatedReplica) throws {
    let card = random.pick(Self.cards)
    let draft =
      switch random.below(4) {
      case 0:
        EventDraft(
          .cardBuried, card,
          payload: Sample.message { $0.varint(1, UInt64(19_600 + random.below(90))) })
      case 1: EventDraft(random.pick([.cardSuspended, .cardResumed]), card)
      case 2: EventDraft(random.pick([.cardDeleted, .cardRestored]), card)
      default: EventDraft(.cardFlagged, card, payload: Sample.message { $0.varint(1, 3) })
      }
    try replica.write(draft)
  }

  /// Takes over some of what another has, some of it twice, in any order.
  private mutating func meet(_ replica: SimulatedReplica) throws {
    let peer = random.pick(replicas)
    var offered = try peer.segments(lackedBy: random.isOne(in: 3) ? [] : replica.heads)
    if random.isOne(in: 2) { offered += offered }
    offered.shuffle(using: &random)
    if random.isOne(in: 3) { offered = Array(offered.prefix(1 + random.below(3))) }
    try replica.merge(offered)
  }

  /// Exchanges until all hold everything.
  private mutating func exchange() throws {
    for _ in 0..<2 {
      for replica in replicas.shuffled(using: &random) {
        for peer in replicas.shuffled(using: &random) where peer !== replica {
          try replica.merge(peer.segments(lackedBy: replica.heads).shuffled(using: &random))
        }
      }
    }
  }
}
