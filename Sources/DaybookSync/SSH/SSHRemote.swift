package import Daybook
package import DaybookEvents
import DaybookLog
import DaybookSystem
import LMDB

/// A store on another machine, reached by ssh: `daybook exchange --stdio` runs there, as git does
/// it.
///
/// With nothing new on either side each says once what it holds. Whatever is cut short has taken
/// over whole commands, and the next round goes on from there.
package struct SSHRemote: Remote {
  private let address: SSHAddress
  private let program: String
  private let mayAsk: Bool
  private var session: PeerSession?
  /// What both sides said that they hold.
  private var greeting: Greeting?
  /// What the other side had then that was not here, as far as it came.
  private var received = KeptSegments(nil)
  /// What could not be done.
  package private(set) var problems: [RemoteProblem] = []

  /// Names a store on another machine.
  ///
  /// - Parameters:
  ///   - program: what leads there.
  ///   - mayAsk: whether that may ask for a password or about a key.
  package init(_ address: SSHAddress, through program: String = "ssh", mayAsk: Bool = false) {
    self.address = address
    self.program = program
    self.mayAsk = mayAsk
  }

  /// Begins the conversation, unless it has.
  package mutating func open(isNew: Bool) throws {
    guard session == nil, !isNew else { return }
    (greeting, received) = (nil, KeptSegments(nil))
    session = try PeerSession(
      address.host, through: program, address.arguments(mayAsk: mayAsk))
  }

  /// What the other side has that a store lacks.
  package mutating func segments(lackedBy store: Store) throws -> KeptSegments {
    let session = try opened()
    try received.rewind()
    if received.isWhole, try store.read({ moment, _ in moment.state.heads }) == greeting?.own {
      return received
    }
    let met = try Greeting(store) { hello in
      try session.send(hello.bytes)
      return try session.next(.welcome)
    }
    greeting = met
    let want = try met.want(of: store)
    if let want { try session.send(.want, want.encoded()) }
    received = KeptSegments(want.map { _ in FrameSegments(session) })
    return received
  }

  /// Offers what a store has and the other side lacks.
  package mutating func publish(from store: Store) throws -> PublishReport {
    let session = try opened()
    var report = PublishReport()
    guard let met = greeting else { return report }
    try store.read { moment, transaction in
      let known = try moment.log.known(to: met.heads, moment.state, transaction)
      try moment.log.segments(
        lackedBy: known, noting: store.witness.links(), relaysWaiting: false, moment.state,
        transaction, withhold: { report.withheldEvents += UInt64($0.sequences.count) }
      ) { segment in
        guard met.answer.takesOffers else { return }
        if report.events == 0 {
          var offer = HeadList([])
          offer.replicaName = try StoreIdentity(store.tables, transaction).name
          try session.send(.offer, offer.encoded())
        }
        try session.send(.segment, segment.encoded())
        report.events += segment.eventCount
      }
    }
    guard report.events > 0 else {
      if !met.answer.takesOffers { problems.append(.older(host: address.host)) }
      return report
    }
    try session.send(.end)
    greeting?.answer = try session.next(.receipt)
    return report
  }

  /// Sends and asks for files that notes show, where they lack.
  package mutating func exchangeMedia(with store: Store) throws -> MediaReport {
    let session = try opened()
    var report = MediaReport()
    let wanted = try store.missingFiles().prefix(Exchange.lackedFileLimit).map(\.digest)
    if !wanted.isEmpty {
      var list = HeadList([])
      list.lackedFiles = wanted
      try session.send(.wantedFiles, list.encoded())
      report.received = try session.receiveFiles(into: store)
    }
    guard let met = greeting else { return report }
    let offered = try store.files(of: met.answer.lackedFiles)
    if !offered.isEmpty, met.answer.takesOffers {
      try session.send(.files)
      try Exchange.send(offered, of: store) { try session.send($0) }
      greeting?.answer = try session.next(.receipt)
      report.published = offered.count
    }
    return report
  }

  /// How far the other side said that it holds what a store has.
  package mutating func heads(of store: Store) throws -> [EventName] {
    _ = try opened()
    return try greeting?.common(with: store) ?? []
  }

  /// Ends the conversation.
  package mutating func close() throws {
    try session?.close()
    session = nil
  }

  private func opened() throws -> PeerSession {
    guard let session else { throw RemoteError.interrupted(host: address.host) }
    // Of a way that was cut while segments came, merging tells nobody.
    if let failure = session.failure { throw failure }
    return session
  }
}
