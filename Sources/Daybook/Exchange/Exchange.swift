import DaybookEvents
package import DaybookLog
import LMDB

/// Both sides of `exchange --stdio`: who asks reads what it lacks from who serves, and offers what
/// that lacks.
package enum Exchange {
  /// The most files that one side names as missing at once.
  package static let lackedFileLimit = 1_000

  /// Serves one peer: answers what it holds, sends what the peer lacks, and takes over what the
  /// peer offers.
  ///
  /// - Parameters:
  ///   - takesOffers: whether the peer may write here.
  ///   - withhold: hears of events that are not sent because some are damaged here.
  /// - Throws: ``LogError/exchangeFailed`` when the peer says something unexpected.
  package static func serve(
    _ store: Store, _ source: inout some FrameSource, takesOffers: Bool = false,
    withhold: (WithheldEvents) -> Void = { _ in }, _ output: ([UInt8]) throws -> Void
  ) throws {
    while let frame = try Frame(from: &source) {
      switch (frame.kind, takesOffers) {
      case (.hello, _):
        var welcome = try welcome(to: HeadList(reading: frame.content), store)
        welcome.takesOffers = takesOffers
        try output(Frame(.welcome, welcome.encoded()).bytes)
      case (.want, _):
        let want = try HeadList(reading: frame.content)
        try store.read { moment, transaction in
          let known = try moment.log.known(to: want.names, moment.state, transaction)
          try moment.log.segments(
            lackedBy: known, noting: store.witness.links(), moment.state, transaction,
            withhold: withhold
          ) { segment in
            try output(Frame(.segment, segment.encoded()).bytes)
          }
        }
        try output(Frame(.end).bytes)
      case (.wantedFiles, _):
        try send(store.files(of: HeadList(reading: frame.content).lackedFiles), of: store, output)
      case (.offer, true):
        let name = try HeadList(reading: frame.content).replicaName
        var segments = FrameSegments(source)
        let report = try store.merge(&segments, from: String(decoding: name, as: UTF8.self))
        source = segments.source
        guard report.refusals.isEmpty else { throw LogError.exchangeFailed }
        try output(Frame(.receipt, receipt(of: store).encoded()).bytes)
      case (.files, true):
        try receive(&source, into: store)
        try output(Frame(.receipt, receipt(of: store).encoded()).bytes)
      case (.end, _): return
      default: throw LogError.exchangeFailed
      }
    }
  }

  private static func welcome(to hello: HeadList, _ store: Store) throws -> HeadList {
    var welcome = try receipt(of: store)
    try store.read { moment, transaction in
      welcome.held = try hello.names.indices.filter {
        try moment.log.locate(hello.names[$0], moment.state, transaction) != nil
      }.map(UInt64.init)
    }
    return welcome
  }

  /// What a store holds and lacks.
  private static func receipt(of store: Store) throws -> HeadList {
    let lacked = try store.missingFiles().prefix(lackedFileLimit).map(\.digest)
    return try store.read { moment, _ in
      var receipt = HeadList(moment.state.heads)
      receipt.takesOffers = true
      receipt.waiting = moment.state.waitingCommands
      receipt.lackedFiles = lacked
      return receipt
    }
  }

  /// Sends files that notes show in pieces, and an end.
  package static func send(
    _ files: [MediaFile], of store: Store, _ output: ([UInt8]) throws -> Void
  ) throws {
    var pieces = MediaPieces(files, in: store.mediaFolder)
    while let piece = try pieces.next() { try output(Frame(.file, piece.encoded).bytes) }
    try output(Frame(.end).bytes)
  }

  /// Takes pieces of files up to an end; how many files are kept.
  @discardableResult
  package static func receive(
    _ source: inout some FrameSource, into store: Store
  ) throws -> Int {
    let receiver = MediaReceiver(store.mediaFolder, isDryRun: false)
    while true {
      guard let frame = try Frame(from: &source) else { throw LogError.exchangeFailed }
      switch frame.kind {
      case .file: receiver.take(try BundlePiece(reading: frame.content))
      case .end:
        if let failure = receiver.failure { throw failure }
        return receiver.digests.count
      default: throw LogError.exchangeFailed
      }
    }
  }

  /// Reads from a serving peer what a store lacks.
  package struct Client<Source: FrameSource>: SegmentSource {
    private var segments: FrameSegments<Source>
    private let send: ([UInt8]) throws -> Void
    private var isOver: Bool

    /// Says hello, and asks for what the peer has and `store` does not.
    ///
    /// - Throws: ``LogError/exchangeFailed`` when the peer does not answer as it should.
    package init(
      _ store: Store, _ source: Source, send: @escaping ([UInt8]) throws -> Void
    ) throws {
      self.send = send
      var source = source
      let greeting = try Greeting(store) { hello in
        try send(hello.bytes)
        guard let frame = try Frame(from: &source), frame.kind == .welcome else {
          throw LogError.exchangeFailed
        }
        return try HeadList(reading: frame.content)
      }
      let want = try greeting.want(of: store)
      try send((want.map { Frame(.want, $0.encoded()) } ?? Frame(.end)).bytes)
      isOver = want == nil
      segments = FrameSegments(source, isFinished: isOver)
    }

    /// The next segment, or nil after the last.
    package mutating func nextSegment() throws -> Segment? {
      let segment = try segments.nextSegment()
      if segment == nil, !isOver {
        isOver = true
        try send(Frame(.end).bytes)
      }
      return segment
    }
  }
}
