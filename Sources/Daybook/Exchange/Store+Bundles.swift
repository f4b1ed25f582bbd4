import DaybookLog

/// What taking over a bundle did, or would do.
public struct MergeOutcome: Equatable, Sendable {
  /// Events that were new here and are applied.
  public let appliedEvents: Int
  /// Events that were here already.
  public let duplicateEvents: Int
  /// Commands kept until what they were written on top of arrives; all there are.
  public let waitingCommands: Int
  /// How the store differs from what it was.
  public let difference: ChangeSummary
  /// Why parts were refused: damaged, or not by whom they say. The sound parts were taken.
  public let problems: [StoreFailure]
  /// Whether this store goes on under a new id, because a copy of it also writes.
  public let tookNewIdentity: Bool
  /// Machines of which nothing was here before.
  public let firstContacts: [FirstContact]
  /// The fingerprint afterwards.
  public let fingerprint: String

  init(_ report: MergeReport) {
    appliedEvents = report.appliedEvents
    duplicateEvents = report.duplicateEvents
    waitingCommands = Int(clamping: report.waitingCommands)
    difference = ChangeSummary(report.changes)
    problems = report.problems.map { StoreFailure($0) ?? .damaged }
    tookNewIdentity = report.tookNewIdentity
    firstContacts = report.firstContacts
    fingerprint = report.fingerprint
  }
}

extension Store {
  /// Writes everything this store holds into a file, for another machine to merge. The file
  /// appears whole or not at all. What is damaged here, and what cannot be sent without that, is
  /// not in it: ``verify(includesMedia:)`` tells.
  ///
  /// - Returns: how many events it holds.
  /// - Throws: ``StoreFailure``.
  @discardableResult
  public func createBundle(at path: String) throws -> Int {
    try StoreFailure.namingFiles { try createBundle(at: path) { _ in } }
  }

  /// Everything this store holds, in the bytes of a bundle file. They are all in memory: for a
  /// large store ``createBundle(at:)`` is the better way.
  public func bundle() throws -> [UInt8] {
    try StoreFailure.naming {
      var bytes: [UInt8] = []
      _ = try createBundle(at: "-") { bytes += $0 }
      return bytes
    }
  }

  /// Takes over what a bundle holds and this store lacks. Safe to repeat and to interrupt: what
  /// was taken is kept, in whole commands, and the next call goes on from there.
  ///
  /// - Parameters:
  ///   - path: the bundle; `-` is standard input.
  ///   - isDryRun: nothing is kept; the outcome says what would be.
  /// - Throws: ``StoreFailure``: when the file cannot be read at all, or this store not written.
  ///   A bundle of which a part is damaged does not throw; see ``MergeOutcome/problems``.
  @discardableResult
  public func mergeBundle(at path: String, isDryRun: Bool = false) throws -> MergeOutcome {
    try StoreFailure.namingFiles {
      MergeOutcome(try merge(bundleAt: path, isDryRun: isDryRun))
    }
  }

  /// The same with the bytes of a bundle.
  @discardableResult
  public func merge(bundle bytes: [UInt8], isDryRun: Bool = false) throws -> MergeOutcome {
    try StoreFailure.naming {
      MergeOutcome(
        try merge(Bundle.Reader(MemorySource(bytes)), from: "-", isDryRun: isDryRun))
    }
  }
}
