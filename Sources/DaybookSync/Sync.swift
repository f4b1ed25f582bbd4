package import Daybook
import DaybookEvents

/// One round with a remote: what it has that the store lacks is taken over, then what the store has
/// that it lacks is published. Each step is kept as it is done, so the next round goes on where one
/// was cut short.
package struct Sync {
  private let store: Store
  private var record: RemoteRecord

  /// What a round did.
  package struct Report: Sendable {
    /// What was taken over.
    package let merge: MergeReport
    /// What was published.
    package var publish = PublishReport()
    /// Files that notes show.
    package var media = MediaReport()
    /// Parts of the remote that could not be read.
    package var problems: [RemoteProblem] = []
  }

  /// Exchanges logs with a remote of a store.
  package init(_ store: Store, with record: RemoteRecord) {
    self.store = store
    self.record = record
  }

  /// Runs one round.
  ///
  /// - Parameter isDryRun: says what would be taken over; nothing is kept or published.
  /// - Throws: ``RemoteError``, which is kept as an attempt; `StoreFailure`.
  package mutating func run(isDryRun: Bool = false) throws -> Report {
    switch record.address {
    case .folder(let path):
      var remote = FolderRemote(path)
      return try run(with: &remote, isDryRun: isDryRun)
    }
  }

  /// Makes sure that a remote is there, or can be made.
  ///
  /// - Throws: ``RemoteError``.
  package static func prepare(_ address: RemoteAddress) throws {
    switch address {
    case .folder(let path):
      var remote = FolderRemote(path)
      try remote.open(isNew: true)
    }
  }

  /// Whether a round may delete or overwrite a good part of what is here, by what its events are
  /// about.
  ///
  /// - Throws: As ``run(isDryRun:)``.
  package mutating func maySweep() throws -> Bool {
    switch record.address {
    case .folder(let path):
      return try attempt { sync in
        var remote = FolderRemote(path)
        try remote.open(isNew: false)
        var source = try remote.segments(lackedBy: sync.store)
        return try sync.store.maySweep(&source)
      }
    }
  }

  /// The same with a remote that is there already.
  package mutating func run(
    with remote: inout some Remote, isDryRun: Bool = false
  ) throws -> Report {
    guard !isDryRun else { return try exchange(with: &remote, isDryRun: true) }
    let report = try attempt { try $0.exchange(with: &remote, isDryRun: false) }
    record.heads = try remote.heads(of: store)
    (record.failures, record.needsHelp) = (0, false)
    record.lastSync = store.options.now()
    record.lastAttempt = record.lastSync
    try store.keep(record)
    return report
  }

  /// Does something with the remote, and keeps that it failed.
  private mutating func attempt<Result>(
    _ body: (Sync) throws -> Result
  ) throws -> Result {
    do {
      return try body(self)
    } catch let error as RemoteError {
      record.failures += 1
      record.needsHelp = !error.passes
      record.lastAttempt = store.options.now()
      try store.keep(record)
      throw error
    }
  }

  private func exchange(
    with remote: inout some Remote, isDryRun: Bool
  ) throws -> Report {
    try remote.open(isNew: false)
    var source = try remote.segments(lackedBy: store)
    var report = Report(
      merge: try store.merge(&source, from: record.name, isDryRun: isDryRun))
    if !isDryRun {
      report.publish = try remote.publish(from: store)
      report.media = try remote.exchangeMedia(with: store)
    }
    report.problems = remote.problems
    return report
  }
}
