package import Daybook
package import DaybookEvents
package import DaybookLog
package import DaybookSync
import DaybookSystem
import LMDB
package import TestSupport

/// A remote in memory: a directory of segments for each replica that published there.
package final class SimulatedServer {
  fileprivate struct Entry {
    let bytes: [UInt8]
    let range: LinkedRange
  }

  fileprivate struct Directory {
    var entries: [Entry] = []
    var erasedEvents: UInt64 = 0
  }

  fileprivate var directories: [ReplicaID: Directory] = [:]

  /// One on which nothing was published.
  package init() {}

  /// Loses everything, or each entry by chance.
  package func lose(all: Bool, _ random: inout SeededGenerator) {
    for replica in directories.keys.sorted() {
      directories[replica]?.entries.removeAll { _ in all || random.isOne(in: 3) }
    }
  }

  /// Publishes a segment of a replica that is no store here.
  package func publish(_ segment: Segment) throws {
    directories[segment.replica, default: Directory()].entries.append(
      Entry(bytes: segment.encoded(), range: try LinkedRange(segment)))
  }
}

/// What may befall a conversation with a remote: each once in so many times; 0 for never.
package struct LinkFaults: Sendable {
  /// An entry is not seen.
  package var drop = 0
  /// An entry is seen twice.
  package var double = 0
  /// An entry ends early, or has a bit that was flipped.
  package var damage = 0
  /// The entries come in any order.
  package var shuffle = 0
  /// The way is cut while something is read or written.
  package var cut = 0
  /// Nothing can be written: there is no room, or no permission.
  package var refuse = 0
  /// The machine stops while something is read or written, and goes on from what was durable.
  package var crash = 0

  /// None.
  package init() {}

  /// A bad way.
  package static var usual: LinkFaults {
    var faults = LinkFaults()
    (faults.drop, faults.double, faults.damage, faults.shuffle) = (6, 6, 12, 2)
    (faults.cut, faults.refuse, faults.crash) = (5, 12, 8)
    return faults
  }
}

/// A conversation with a server over a way that may be bad.
package struct SimulatedRemote: Remote {
  private let server: SimulatedServer
  private let faults: LinkFaults
  private let link: Link
  /// Where contents of files that notes show are kept; nil for nowhere.
  private let media: MediaFolder?
  /// What could not be read.
  package var problems: [RemoteProblem] { link.problems }

  /// What befell the conversation.
  private final class Link {
    var random: SeededGenerator
    var problems: [RemoteProblem] = []
    /// After how many entries the way is cut; nil for never.
    var cutAfter: Int?
    /// After how many entries the machine stops; nil for never.
    var crashAfter: Int?
    let stop: () throws -> Void

    init(_ faults: LinkFaults, _ random: SeededGenerator, stop: @escaping () throws -> Void) {
      (self.random, self.stop) = (random, stop)
      if faults.cut > 0, self.random.isOne(in: faults.cut) { cutAfter = self.random.below(6) }
      if faults.crash > 0, self.random.isOne(in: faults.crash) {
        crashAfter = self.random.below(10)
      }
    }

    func isOne(in count: Int) -> Bool { count > 0 && random.isOne(in: count) }

    /// Before each entry that is read or written.
    func pass() throws {
      if crashAfter == 0 { try stop() }
      crashAfter = crashAfter.map { $0 - 1 }
      if cutAfter == 0 { throw RemoteError.interrupted(host: "server") }
      cutAfter = cutAfter.map { $0 - 1 }
    }
  }

  /// - Parameters:
  ///   - media: a folder for files that notes show; nil where none go along.
  ///   - stop: takes what is durable when the machine stops.
  package init(
    _ server: SimulatedServer, _ faults: LinkFaults, _ random: SeededGenerator,
    media: String? = nil, stop: @escaping () throws -> Void
  ) {
    (self.server, self.faults) = (server, faults)
    self.media = media.map { MediaFolder(storeAt: $0) }
    link = Link(faults, random, stop: stop)
  }

  /// Begins the conversation.
  package mutating func open(isNew: Bool) throws {
    if link.cutAfter == 0, link.isOne(in: 2) {
      throw RemoteError.hostUnreachable(host: "server")
    }
  }

  /// What it holds that a store lacks, as far as it is seen.
  package mutating func segments(lackedBy store: Store) throws -> SimulatedSource {
    let entries = server.directories.sorted { $0.key < $1.key }.flatMap(\.value.entries)
    let lacked = try store.read { moment, transaction in
      let ranges = try HeldRanges(entries.map(\.range), in: moment, transaction)
      return entries.filter { ranges.lacked.contains($0.range) }
    }
    var seen: [[UInt8]] = []
    for entry in lacked where !link.isOne(in: faults.drop) {
      var bytes = entry.bytes
      if link.isOne(in: faults.damage) {
        link.problems.append(.damaged(file: entry.range.last.description))
        if link.isOne(in: 2) {
          bytes = Array(bytes.prefix(link.random.below(bytes.count)))
        } else {
          bytes[link.random.below(bytes.count)] ^= 1 << UInt8(link.random.below(8))
        }
      }
      seen += Array(repeating: bytes, count: link.isOne(in: faults.double) ? 2 : 1)
    }
    if link.isOne(in: faults.shuffle) { seen.shuffle(using: &link.random) }
    return SimulatedSource(seen) { [link] in try link.pass() }
  }

  /// Keeps what a store has that nobody published here.
  package mutating func publish(from store: Store) throws -> PublishReport {
    if link.isOne(in: faults.refuse) {
      throw link.isOne(in: 2)
        ? RemoteError.full(path: "server") : RemoteError.notPermitted(path: "server")
    }
    var report = PublishReport()
    try store.read { moment, transaction in
      let own = try StoreIdentity(store.tables, transaction).replica
      let erased = moment.state.erasedEvents
      // What was erased since goes from what was published here.
      let isErased = server.directories[own].map { $0.erasedEvents < erased } ?? false
      let ranges = server.directories.filter { !isErased || $0.key != own }.values
        .flatMap { $0.entries.map(\.range) }
      var directory = SimulatedServer.Directory()
      directory.erasedEvents = erased
      if !isErased { directory.entries = server.directories[own]?.entries ?? [] }
      try moment.log.segments(
        lackedBy: try HeldRanges(ranges, in: moment, transaction).vector, relaysWaiting: false,
        moment.state,
        transaction, withhold: { report.withheldEvents += UInt64($0.sequences.count) }
      ) { segment in
        try link.pass()
        directory.entries.append(
          SimulatedServer.Entry(bytes: segment.encoded(), range: try LinkedRange(segment)))
        report.events += segment.eventCount
        // What was there goes only when all is there again.
        if !isErased { server.directories[own] = directory }
      }
      server.directories[own] = directory
    }
    return report
  }

  /// Copies files that notes show to where they lack.
  package mutating func exchangeMedia(with store: Store) throws -> MediaReport {
    var report = MediaReport()
    guard let media else { return report }
    report.received = try store.copyMissingMedia(from: media)
    for file in try store.read({ try store.presentMedia($0, $1) }) where !media.holds(file) {
      let reader = try FileReader(store.mediaFolder.path(of: file.digest))
      if try media.keep(file, reading: { try reader.read(MediaFolder.chunkByteCount) }) {
        report.published += 1
      }
    }
    return report
  }

  /// How far it holds what a store has.
  package mutating func heads(of store: Store) throws -> [EventName] {
    try link.pass()
    let ranges = server.directories.values.flatMap { $0.entries.map(\.range) }
    return try store.read { moment, transaction in
      try moment.heads(of: HeldRanges(ranges, in: moment, transaction).vector, transaction)
    }
  }

  /// Nothing has to be ended.
  package mutating func close() {}
}

/// Entries as they come over a way.
package struct SimulatedSource: SegmentSource {
  private var entries: ArraySlice<[UInt8]>
  private let pass: () throws -> Void

  fileprivate init(_ entries: [[UInt8]], pass: @escaping () throws -> Void) {
    (self.entries, self.pass) = (entries[...], pass)
  }

  /// The next segment, or nil after the last.
  package mutating func nextSegment() throws -> Segment? {
    try pass()
    return try entries.popFirst().map { try Segment(reading: $0) }
  }
}
