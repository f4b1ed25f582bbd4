import DaybookEvents
import DaybookLog
import LMDB

/// What walking a whole store found.
public struct VerificationReport: Sendable {
  /// How many events were walked.
  public let events: UInt64
  /// How many logs there are.
  public let replicas: Int
  /// What is wrong; nothing of a sound store.
  package let found: [StoreProblem]
  /// The same in words.
  public var problems: [String] { found.map(\.words) }
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
    let (state, views, found, derived) = try environment.read { transaction in
      let state = try LogState(tables, transaction)
      let own = try StoreIdentity(tables, transaction).replica
      var (problems, derived): ([LogProblem], [String]) = ([], [])
      do {
        problems = try log.verify(state, looksUpEveryEvent: true, transaction)
        let isCurrent = try StoreFormat.of(tables, transaction) == StoreFormat.current
        if problems.isEmpty, isCurrent {
          derived = try DerivedRows.problems(of: log, state, transaction)
        }
        for replica in Set(state.logs.map(\.replica) + [own]).sorted() {
          guard let lost = try lostHead(of: replica, noted, state, transaction) else { continue }
          problems.append(.behindWitness(sequence: lost.sequence))
        }
      } catch LogError.damaged(.logRecord) {
        derived.append(DerivedRows.unreadable)
      }
      return (state, try comparableViews(transaction), problems, derived)
    }
    let sizes = try environment.settledInformation
    let wanted = (sizes.lastPage + 1) * sizes.pageSize
    var problems =
      found.map { StoreProblem.log($0) } + derived.map { StoreProblem.derivedRow($0) }
    if sizes.fileSize < wanted {
      problems.append(.shortFile(bytes: sizes.fileSize, needed: wanted))
    }
    if found.allSatisfy(\.isOutsideTheLog), derived.isEmpty {
      problems += try ScratchViews.differences(in: self, views).map {
        .view($0.view, places: $0.keys)
      }
    }
    let isReadable = includesMedia && problems.isEmpty && views.contains(.decks)
    return VerificationReport(
      events: state.eventCount, replicas: state.logs.count, found: problems,
      mediaProblems: isReadable ? try mediaProblems() : [])
  }

  /// The views that this program would build as they are: not those of another version.
  private func comparableViews(
    _ transaction: borrowing ReadTransaction
  ) throws -> [ViewName] {
    guard try StoreFormat.of(tables, transaction) == StoreFormat.current else { return [] }
    let entries = try ViewCatalog(tables, logs: [], transaction).entries
    let views = ViewName.allCases.filter { entries[$0]?.codeVersion == $0.schema.codeVersion }
    // What is computed is compared with what follows from the facts folded here.
    return views.contains(.decks) ? views : views.filter { $0 != .schedule }
  }
}

extension LogProblem {
  /// Whether the log itself is sound.
  var isOutsideTheLog: Bool {
    if case .behindWitness = self { return true }
    if case .wrongLeastStamp = self { return true }
    return false
  }
}
