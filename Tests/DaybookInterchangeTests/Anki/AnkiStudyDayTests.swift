import Daybook
import DaybookEvents
import DaybookInterchange
import DaybookScheduler
import Synchronization
import TestSupport
import Testing

/// For which days answers from Anki count. F8.
struct AnkiStudyDayTests {
  private static let hour: Int64 = 3_600_000
  private static let day = 86_400_000
  /// 2023-11-15 00:00 UTC, day 19,676.
  private static let midnight: Int64 = 1_700_006_400_000
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// A package of one card that was answered at these hours after midnight UTC.
  private func package(
    _ hours: [Int], rolloverHour: Int? = nil, minutesWest: Int? = -60
  ) -> WholePackage {
    var package = WholePackage.rich(notes: 1)
    package.collection.creationMinutesWest = minutesWest
    package.collection.rolloverHour = rolloverHour
    package.entries[0].cards.removeLast()
    var entry = package.entries[0].cards[0]
    (entry.card.kindNumber, entry.card.queueNumber, entry.card.due) = (2, 2, 400)
    (entry.card.interval, entry.card.factor, entry.card.reviews) = (20, 2_500, hours.count)
    entry.reviews = hours.enumerated().map { index, hour in
      AnkiReview(
        id: Int(Self.midnight) + hour * Int(Self.hour), cardID: entry.card.id, ease: 3,
        interval: index == 0 ? -600 : index, lastInterval: 0, factor: 2_500, milliseconds: 5_000,
        kindNumber: index == 0 ? 0 : 1)
    }
    package.entries[0].cards = [entry]
    return package
  }

  private let guid = WholePackage.rich(notes: 1).entries[0].note.guid

  private func card(_ machine: ImportMachine) throws -> Card { try machine.card(guid) }

  /// The days for which its answers count, from 2023-11-15 on.
  private func days(_ machine: ImportMachine) throws -> [Int] {
    try machine.reviews(of: card(machine).id).map { $0.studyDay - 19_676 }
  }

  @Test func `a person who moved counts days where the machine is`() throws {
    // Warsaw, where the collection was begun; New York, where the machine is.
    let package = package([7, 10, 31, 34])
    let moved = try ImportMachine { _ in -300 }
    let outcome = try moved.importPackage(package, in: folder)
    #expect(try days(moved) == [-1, 0, 0, 1])
    #expect(outcome.dating.isAssumed && outcome.dating.rolloverHour == 4)
    let stayed = try ImportMachine { _ in 60 }
    try stayed.importPackage(package, in: folder)
    #expect(try days(stayed) == [0, 0, 1, 1])
    #expect(try card(moved).stability != card(stayed).stability)
  }

  @Test func `every answer counts by the offset of its own time, not by that of today`() throws {
    // Clocks go forward by an hour at 48:00: what was 02:30 UTC is 03:30 before, 04:30 after.
    let change = Self.midnight + 48 * Self.hour
    let machine = try ImportMachine { $0 < change ? 60 : 120 }
    try machine.importPackage(package([2, 26, 50, 51, 74]), in: folder)
    #expect(try days(machine) == [-1, 0, 2, 2, 3])
    let offsets = try machine.reviews(of: card(machine).id).map(\.answer.offsetMinutes)
    #expect(offsets == [60, 60, 120, 120, 120])
  }

  @Test func `the hour set here is ignored, or that of the package`() throws {
    let machine = try ImportMachine { _ in 0 }
    try machine.store.set(.rolloverHour, to: "0")
    var outcome = try machine.importPackage(package([1, 25], minutesWest: 0), in: folder)
    #expect(try days(machine) == [0, 1])
    #expect(outcome.dating.rolloverHour == 0 && outcome.dating.otherHour == nil)
    let other = try ImportMachine { _ in 0 }
    try other.store.set(.rolloverHour, to: "0")
    outcome = try other.importPackage(
      package([1, 25], rolloverHour: 2, minutesWest: 0), in: folder)
    #expect(try days(other) == [-1, 0])
    #expect(outcome.dating.rolloverHour == 2 && outcome.dating.otherHour == 0)
    #expect(!outcome.dating.isAssumed)
  }

  @Test func `an export says at which hour days begin`() throws {
    let machine = try ImportMachine { _ in 60 }
    try machine.importPackage(package([7, 10]), in: folder)
    #expect(try machine.exported(in: folder).collection.rolloverHour == 4)
    #expect(try machine.exported(isLegacy: true, in: folder).collection.rolloverHour == 4)
  }

  /// A machine whose answers were all counted by one offset and from 4 o'clock, as programs before
  /// did; then it counts as today's.
  private func machineOfBefore(
    _ package: WholePackage, _ zone: @escaping @Sendable (Int64) -> Int
  ) throws -> ImportMachine {
    let isOld = Mutex(true)
    let machine = try ImportMachine { time in
      isOld.withLock { $0 } ? -(package.collection.creationMinutesWest ?? 0) : zone(time)
    }
    try machine.importPackage(package, in: folder)
    isOld.withLock { $0 = false }
    return machine
  }

  @Test func `a store that an older import counted otherwise is corrected, once`() throws {
    let package = package([7, 10, 31, 34])
    let machine = try machineOfBefore(package) { _ in -300 }
    #expect(try days(machine) == [0, 0, 1, 1])
    let peer = try ImportMachine("peer")
    try peer.merge(from: machine)
    let fresh = try ImportMachine { _ in -300 }
    try fresh.importPackage(package, in: folder)
    let events = try machine.eventCount
    #expect(try machine.importPackage(package, in: folder, isDryRun: true).report.dated == 2)
    #expect(try machine.eventCount == events)
    let report = try machine.importPackage(package, in: folder).report
    #expect(report.dated == 2 && report.reviews == 0 && report.duplicate == 1)
    #expect(try machine.eventCount == events + 1)
    #expect(try days(machine) == [-1, 0, 0, 1])
    #expect(try card(machine).schedule == card(fresh).schedule)
    #expect(try machine.importPackage(package, in: folder).report.dated == 0)
    #expect(try machine.eventCount == events + 1)
    #expect(try machine.store.rebuild([.decks, .schedule]).map(\.differences) == [0, 0])
    try peer.merge(from: machine)
    #expect(try days(peer) == [-1, 0, 0, 1])
    #expect(try peer.fingerprint == machine.fingerprint)
    #expect(try peer.store.card(card(machine).id)?.schedule == card(machine).schedule)
  }

  @Test func `a correction is taken back and made again, and travels in documents`() throws {
    let package = package([7, 10, 31, 34])
    let machine = try machineOfBefore(package) { _ in -300 }
    let before = try card(machine).schedule
    try machine.importPackage(package, in: folder)
    let after = try card(machine).schedule
    #expect(before != after)
    let reader = try ImportMachine("reader")
    try reader.importDocument(try machine.document())
    #expect(try days(reader) == [-1, 0, 0, 1])
    try machine.store.undo(nil, UndoOptions())
    #expect(try card(machine).schedule == before)
    #expect(try days(machine) == [0, 0, 1, 1])
    try machine.store.redo()
    #expect(try card(machine).schedule == after)
    // The import itself, and what it was corrected by.
    try machine.store.undo(nil, UndoOptions())
    try machine.store.undo(nil, UndoOptions())
    #expect(try card(machine).isDeleted)
  }

  @Test func `another hour set here later counts at the next import`() throws {
    let machine = try ImportMachine { _ in 0 }
    let package = package([1, 25], minutesWest: 0)
    try machine.importPackage(package, in: folder)
    #expect(try days(machine) == [-1, 0])
    try machine.store.set(.rolloverHour, to: "1")
    #expect(try machine.importPackage(package, in: folder).report.dated == 2)
    #expect(try days(machine) == [0, 1])
  }

  @Test func `answers given here keep their days when they come back from Anki`() throws {
    let zone = Mutex(60)
    let machine = try ImportMachine { _ in zone.withLock { $0 } }
    try machine.importPackage(package([7]), in: folder)
    try machine.store.review(try card(machine).id, .good)
    try machine.exportPackage(folder("out.apkg"))
    let (before, events) = (try days(machine), try machine.eventCount)
    zone.withLock { $0 = 720 }
    let report = try machine.importPackage(folder("out.apkg"), in: folder).report
    #expect(report.reviews == 0)
    #expect(try days(machine).last == before.last)
    #expect(try machine.eventCount <= events + 1)
  }
}
