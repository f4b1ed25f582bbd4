package import Daybook
import DaybookEvents
import DaybookLog

/// Rounds with a remote: what it has that the store lacks is taken over, then what the store has
/// that it lacks is published. Each step is kept as it is done, so the next round goes on where one
/// was cut short.
package struct Sync {
  private let store: Store
  private let eventLimit: Int
  private var record: RemoteRecord
  private var remote: any Remote

  /// How remotes are reached.
  package struct Options: Sendable {
    /// The program that leads to other machines.
    package var sshProgram = "ssh"
    /// Whether it may ask for a password or about a key.
    package var mayAsk = false
    /// After how many events what came is made durable, before more is taken.
    package var eventLimit = LogWriter.receiveEventLimit

    /// By ssh, which asks nothing.
    package init() {}
  }

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
  package init(_ store: Store, with record: RemoteRecord, options: Options = Options()) {
    self.init(store, with: record, through: record.address.remote(options), options: options)
  }

  /// The same with a remote that is there already.
  package init(
    _ store: Store, with record: RemoteRecord, through remote: any Remote,
    options: Options = Options()
  ) {
    eventLimit = options.eventLimit
    self.store = store
    self.record = record
    self.remote = remote
  }

  /// Makes sure that a remote that is added is there, or can be made.
  ///
  /// - Throws: ``RemoteError``.
  package static func prepare(_ address: RemoteAddress) throws {
    var remote = address.remote(Options())
    try remote.open(isNew: true)
  }

  /// Whether a round may delete or overwrite a good part of what is here, by what its events are
  /// about.
  ///
  /// - Throws: ``RemoteError``, which is kept as an attempt; `StoreFailure`.
  package mutating func maySweep() throws -> Bool {
    try attempt { sync in try sync.maySweep(&sync.remote) }
  }

  /// Runs one round.
  ///
  /// - Parameter isDryRun: says what would be taken over; nothing is kept or published.
  /// - Throws: ``RemoteError``, which is kept as an attempt; `StoreFailure`.
  package mutating func run(isDryRun: Bool = false) throws -> Report {
    guard !isDryRun else { return try exchange(with: &remote, isDryRun: true) }
    let report = try attempt { sync in
      let report = try sync.exchange(with: &sync.remote, isDryRun: false)
      sync.record.heads = try sync.remote.heads(of: sync.store)
      return report
    }
    (record.failures, record.needsHelp) = (0, false)
    record.lastSync = store.options.now()
    record.lastAttempt = record.lastSync
    try store.keep(record)
    return report
  }

  /// Ends the conversation with the remote, where there is one.
  package mutating func close() throws { try remote.close() }

  /// Does something with the remote, and keeps that it failed.
  private mutating func attempt<Result>(
    _ body: (inout Sync) throws -> Result
  ) throws -> Result {
    do {
      return try body(&self)
    } catch let error as RemoteError {
      record.failures += 1
      record.needsHelp = !error.passes
      record.lastAttempt = store.options.now()
      try store.keep(record)
      throw error
    }
  }

  private func maySweep(_ remote: inout some Remote) throws -> Bool {
    try remote.open(isNew: false)
    var source = try remote.segments(lackedBy: store)
    return try store.maySweep(&source)
  }

  private func exchange(
    with remote: inout some Remote, isDryRun: Bool
  ) throws -> Report {
    try remote.open(isNew: false)
    var source = try remote.segments(lackedBy: store)
    var report = Report(
      merge: try store.merge(
        &source, from: record.name, isDryRun: isDryRun, eventLimit: eventLimit))
    if !isDryRun {
      report.publish = try remote.publish(from: store)
      report.media = try remote.exchangeMedia(with: store)
    }
    report.problems = remote.problems
    return report
  }
}

extension RemoteAddress {
  /// What is there.
  fileprivate func remote(_ options: Sync.Options) -> any Remote {
    switch self {
    case .folder(let path): FolderRemote(path)
    case .ssh(let address):
      SSHRemote(address, through: options.sshProgram, mayAsk: options.mayAsk)
    }
  }
}
