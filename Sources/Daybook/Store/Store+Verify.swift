import DaybookEvents
import DaybookLog
import LMDB

/// What walking a whole store found.
public struct VerificationReport: Sendable {
  /// How many events were walked.
  public let events: UInt64
  /// How many logs there are.
  public let replicas: Int
  /// What is wrong, in words; empty for a sound store.
  public let problems: [String]
  /// What is wrong with the files that notes show, which lie beside the store and can be mended by
  /// adding or merging them again, in words.
  public var mediaProblems: [String] = []
}

extension Store {
  /// Walks every event and compares every view with one folded anew. Nothing of the store is
  /// written: damage cannot spread, and a store that may only be read can be checked as well.
  ///
  /// A file that is damaged so badly that its pages cannot be read ends the process that reads
  /// them, so a store of uncertain health is better checked by a child: `daybook verify`.
  ///
  /// - Complexity: O(*n*) in the events, some microseconds each.
  ///
  /// - Parameter includesMedia: whether the files that notes show are read and compared with their
  ///   digests too.
  public func verify(includesMedia: Bool = true) throws -> VerificationReport {
    try StoreFailure.naming { try verified(includesMedia) }
  }

  private func verified(_ includesMedia: Bool) throws -> VerificationReport {
    let noted = witness.heads()
    let (state, views, found) = try environment.read { transaction in
      let state = try LogState(tables, transaction)
      var problems = try log.verify(state, looksUpEveryEvent: true, transaction)
      let own = try StoreIdentity(tables, transaction).replica
      for replica in Set(state.logs.map(\.replica) + [own]).sorted() {
        guard let lost = try lostHead(of: replica, noted, state, transaction) else { continue }
        problems.append(.behindWitness(sequence: lost.sequence))
      }
      return (state, try comparableViews(transaction), problems)
    }
    let sizes = try environment.settledInformation
    let wanted = (sizes.lastPage + 1) * sizes.pageSize
    var problems = found.map(\.words)
    if sizes.fileSize < wanted {
      problems.append(
        "The store's file ends too early: it has \(sizes.fileSize) of \(wanted) bytes.")
    }
    if found.allSatisfy(\.isOutsideTheLog) {
      problems += try ScratchViews.differences(in: self, views).map(\.words)
    }
    let isReadable = includesMedia && problems.isEmpty && views.contains(.decks)
    return VerificationReport(
      events: state.eventCount, replicas: state.logs.count, problems: problems,
      mediaProblems: isReadable ? try mediaProblems() : [])
  }

  /// The views that this program would build as they are: not those of another version.
  private func comparableViews(
    _ transaction: borrowing ReadTransaction
  ) throws -> [ViewName] {
    guard try StoreFormat.of(tables, transaction) == StoreFormat.current else { return [] }
    let entries = try ViewCatalog(tables, logs: [], transaction).entries
    let views = ViewName.allCases.filter { entries[$0]?.codeVersion == $0.codeVersion }
    // What is computed is compared with what follows from the facts folded here.
    return views.contains(.decks) ? views : views.filter { $0 != .schedule }
  }
}

extension ScratchViews.Difference {
  /// The problem for people.
  var words: String {
    keys > 0
      ? "The view \(view.rawValue) differs in \(keys) places from its events; rebuild mends it."
      : "The fingerprint of the view \(view.rawValue) is wrong; rebuild mends it."
  }
}

extension LogProblem {
  /// Whether the log itself is sound.
  var isOutsideTheLog: Bool {
    if case .behindWitness = self { return true }
    if case .wrongLeastStamp = self { return true }
    return false
  }

  /// The problem for people.
  var words: String {
    switch self {
    case .damagedEvent(let position):
      "The event at position \(position) is not what was written."
    case .missingPosition(let position): "The event at position \(position) is missing."
    case .brokenChain(let replica, let sequence):
      "Event \(sequence) of \(replica) does not follow the one before it."
    case .wrongHead(let replica, let sequence):
      "The log of \(replica) does not end at \(sequence) as it should."
    case .wrongSignature(let replica, let sequence):
      "The signature of \(replica) at \(sequence) does not fit."
    case .missingIndexEntry(let position):
      "The event at position \(position) is missing from the history of its thing."
    case .wrongIndexEntry(let position):
      "The history of a thing names position \(position), where no event of it is."
    case .wrongLeastStamp(let position):
      "What is kept of the times of the events up to position \(position) is wrong. No event is "
        + "lost, but the past may show too few; rebuild mends it."
    case .missingPayload(let position):
      "The event at position \(position) was emptied, and nothing here erased it."
    case .behindWitness(let sequence):
      "The store was rolled back: it once held \(sequence) events of its own. "
        + "Merge another machine, or a copy, that has them."
    }
  }
}
