import DaybookEvents
package import DaybookLog
import LMDB

/// Both sides of `exchange --stdio`: who asks reads what it lacks from who serves.
package enum Exchange {
  /// Serves one peer: answers what it holds and sends what the peer lacks.
  ///
  /// - Parameter withhold: hears of events that are not sent because some are damaged here.
  /// - Throws: ``LogError/exchangeFailed`` when the peer says something unexpected.
  package static func serve(
    _ store: Store, _ source: inout some FrameSource,
    withhold: (WithheldEvents) -> Void = { _ in }, _ output: ([UInt8]) throws -> Void
  ) throws {
    while let frame = try Frame(from: &source) {
      switch frame.kind {
      case .hello:
        let hello = try HeadList(reading: frame.content)
        let welcome = try store.read { moment, transaction in
          let held = try hello.names.indices.filter {
            try moment.log.locate(hello.names[$0], moment.state, transaction) != nil
          }
          var welcome = HeadList(moment.state.heads, held: held.map(UInt64.init))
          welcome.waiting = moment.state.waitingCommands
          return welcome
        }
        try output(Frame(.welcome, welcome.encoded()).bytes)
      case .want:
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
      case .end: return
      default: throw LogError.exchangeFailed
      }
    }
  }

  /// Reads from a serving peer what a store lacks.
  package struct Client<Source: FrameSource>: SegmentSource {
    private var source: Source
    private let send: ([UInt8]) throws -> Void
    private var isFinished = false

    /// Says hello, and asks for what the peer has and `store` does not.
    ///
    /// - Throws: ``LogError/exchangeFailed`` when the peer does not answer as it should.
    package init(
      _ store: Store, _ source: Source, send: @escaping ([UInt8]) throws -> Void
    ) throws {
      self.source = source
      self.send = send
      let own = try store.read { moment, _ in moment.state.heads }
      try send(Frame(.hello, HeadList(own).encoded()).bytes)
      guard let frame = try Frame(from: &self.source), frame.kind == .welcome else {
        throw LogError.exchangeFailed
      }
      let welcome = try HeadList(reading: frame.content)
      var common = welcome.held.compactMap { $0 < own.count ? own[Int($0)] : nil }
      var lacked = 0
      try store.read { moment, transaction in
        for name in welcome.names {
          if try moment.log.locate(name, moment.state, transaction) != nil {
            common.append(name)
          } else {
            lacked += 1
          }
        }
      }
      if lacked == 0, welcome.waiting == 0 {
        try send(Frame(.end).bytes)
        isFinished = true
      } else {
        try send(Frame(.want, HeadList(common).encoded()).bytes)
      }
    }

    /// The next segment, or nil after the last.
    package mutating func nextSegment() throws -> Segment? {
      if isFinished { return nil }
      isFinished = true
      guard let frame = try Frame(from: &source) else { throw LogError.exchangeFailed }
      switch frame.kind {
      case .segment:
        isFinished = false
        return try Segment(reading: frame.content)
      case .end:
        try send(Frame(.end).bytes)
        return nil
      default: throw LogError.exchangeFailed
      }
    }
  }
}
