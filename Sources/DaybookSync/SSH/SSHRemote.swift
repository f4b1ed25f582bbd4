package import Daybook
package import DaybookEvents
package import DaybookLog
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
  /// What this store held, and what the other side said to that.
  private var hello: [EventName] = []
  private var welcome = HeadList([])
  /// Whether the other side had something that was not here then.
  private var isMore = true
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
    (hello, isMore) = ([], true)
    session = try PeerSession(
      address.host, through: program, address.arguments(mayAsk: mayAsk))
  }

  /// What the other side has that a store lacks.
  package mutating func segments(lackedBy store: Store) throws -> PeerSource {
    let session = try opened()
    let heads = try store.read { moment, _ in moment.state.heads }
    if !isMore, !welcome.names.isEmpty || !hello.isEmpty, heads == hello { return PeerSource(nil) }
    hello = heads
    try session.send(.hello, HeadList(hello).encoded())
    welcome = try session.next(.welcome)
    var common = held
    (common, isMore) = try store.read { moment, transaction in
      let known = try welcome.names.filter {
        try moment.log.locate($0, moment.state, transaction) != nil
      }
      return (common + known, welcome.waiting > 0 || known.count < welcome.names.count)
    }
    guard isMore else { return PeerSource(nil) }
    try session.send(.want, HeadList(common).encoded())
    return PeerSource(session)
  }

  /// Offers what a store has and the other side lacks.
  package mutating func publish(from store: Store) throws -> PublishReport {
    let session = try opened()
    var report = PublishReport()
    let heads = welcome.names + held
    try store.read { moment, transaction in
      let known = try moment.log.known(to: heads, moment.state, transaction)
      try moment.log.segments(
        lackedBy: known, noting: store.witness.links(), relaysWaiting: false, moment.state,
        transaction, withhold: { report.withheldEvents += UInt64($0.sequences.count) }
      ) { segment in
        guard welcome.takesOffers else { return }
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
      if !welcome.takesOffers { problems.append(.older(host: address.host)) }
      return report
    }
    try session.send(.end)
    welcome = try session.next(.receipt)
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
    let offered = try store.files(of: welcome.lackedFiles)
    if !offered.isEmpty, welcome.takesOffers {
      try session.send(.files)
      try Exchange.send(offered, of: store) { try session.send($0) }
      welcome = try session.next(.receipt)
      report.published = offered.count
    }
    return report
  }

  /// How far the other side said that it holds what a store has.
  package mutating func heads(of store: Store) throws -> [EventName] {
    _ = try opened()
    let heads = welcome.names + held
    return try store.read { moment, transaction in
      try heads.filter { try moment.log.locate($0, moment.state, transaction) != nil }
    }
  }

  /// Ends the conversation.
  package mutating func close() throws {
    try session?.close()
    session = nil
  }

  /// What of this store's heads the other side holds.
  private var held: [EventName] {
    welcome.held.compactMap { $0 < hello.count ? hello[Int($0)] : nil }
  }

  private func opened() throws -> PeerSession {
    guard let session else { throw RemoteError.interrupted(host: address.host) }
    // Of a way that was cut while segments came, merging tells nobody.
    if let failure = session.failure { throw failure }
    return session
  }
}

/// The segments that another side sends, up to an end.
package struct PeerSource: SegmentSource {
  private var session: PeerSession?

  /// - Parameter session: where they come from; nil for none.
  init(_ session: PeerSession?) { self.session = session }

  /// The next segment, or nil after the last.
  package mutating func nextSegment() throws -> Segment? {
    guard let open = session else { return nil }
    session = nil
    let frame = try open.next()
    switch frame.kind {
    case .segment:
      session = open
      return try Segment(reading: frame.content)
    case .end: return nil
    default: throw LogError.exchangeFailed
    }
  }
}
