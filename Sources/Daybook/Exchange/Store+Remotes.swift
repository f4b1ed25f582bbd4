package import DaybookEvents
import DaybookLog
import DaybookSystem
package import DaybookText

/// What a bundle says of itself.
package struct BundleSummary: Equatable, Sendable {
  /// The name of the replica that made it.
  package let replicaName: Text
  /// When it was made, milliseconds since 1970.
  package let madeAt: Int64
  /// How many events it holds, by the name of their replica.
  package var events: [String: Int] = [:]
  /// How many segments were read.
  package var segments = 0
  /// How many segments are damaged or forged.
  package var refused = 0
  /// How many files that notes show go along.
  package var files = 0
  /// Whether it ends before its end.
  package var isTruncated = false
}

extension Store {
  /// Takes over the events of a bundle file, or of standard input for `-`.
  package func merge(bundleAt path: String, isDryRun: Bool = false) throws -> MergeReport {
    if path == "-" {
      return try merge(Bundle.Reader(InputSource()), from: "-", isDryRun: isDryRun)
    }
    let source = FileSource(reader: try FileReader(path))
    return try merge(Bundle.Reader(source), from: path, isDryRun: isDryRun)
  }

  /// The same of the bytes of a bundle that came in by standard input.
  package func merge(bundleBytes bytes: [UInt8], isDryRun: Bool = false) throws -> MergeReport {
    try merge(Bundle.Reader(MemorySource(bytes)), from: "-", isDryRun: isDryRun)
  }

  /// Whether the bundle of a file may delete or overwrite a good part of what is here.
  package func maySweep(bundleAt path: String) throws -> Bool {
    var bundle = try Bundle.Reader(FileSource(reader: FileReader(path)))
    return try maySweep(&bundle)
  }

  /// The same of the bytes of a bundle.
  package func maySweep(bundleBytes bytes: [UInt8]) throws -> Bool {
    var bundle = try Bundle.Reader(MemorySource(bytes))
    return try maySweep(&bundle)
  }

  /// Takes over the events of a bundle, and the contents of files that it carries.
  func merge<Source>(
    _ bundle: Bundle.Reader<Source>, from name: String, isDryRun: Bool
  ) throws -> MergeReport {
    let receiver = MediaReceiver(mediaFolder, isDryRun: isDryRun)
    var bundle = bundle
    bundle.onPiece = { receiver.take($0) }
    var report = try merge(&bundle, from: name, isDryRun: isDryRun)
    if let failure = receiver.failure { throw failure }
    report.files = receiver.digests.count
    // Of a whole bundle all names are here now; the next one may name what came with a part.
    let isWhole = report.refusals.isEmpty && !report.hasUnreadableViews
    if isWhole { report.files -= try deleteUnnamed(receiver.digests) }
    return report
  }

  /// Takes over the events of the store in another directory.
  ///
  /// That store is opened by a process of its own, which speaks the exchange protocol: whatever
  /// state its file is in, it cannot harm this one. Contents of files that notes show are copied,
  /// those that names here stand for and this store lacks.
  package func merge(
    directory path: String, through executable: String, isDryRun: Bool = false
  ) throws -> MergeReport {
    let child = try ChildProcess(
      starting: executable, ["exchange", "--stdio", "--store", path])
    var outcome: Result<MergeReport, any Error>
    do {
      var client = try Exchange.Client(self, ChildSource(child: child)) { bytes in
        guard try child.write(bytes) else { throw LogError.exchangeFailed }
      }
      outcome = .success(try merge(&client, from: path, isDryRun: isDryRun))
    } catch {
      outcome = .failure(error)
    }
    child.closeInput()
    if case .status(let status) = try child.wait(), status != 0 { outcome.blame(status) }
    var report = try outcome.get()
    let mayCopy = !isDryRun && !report.hasUnreadableViews
    if mayCopy { report.files = try copyMissingMedia(from: MediaFolder(storeAt: path)) }
    return report
  }

  /// Writes what this store holds into a bundle file, or to `output` for `-`.
  ///
  /// - Parameters:
  ///   - heads: what whoever reads it holds, which is left out; by default nothing.
  ///   - carriesFiles: whether files that notes show go along.
  ///   - withhold: hears of events that are not in it because some are damaged here.
  /// - Returns: how many events were written.
  package func createBundle(
    at path: String, lackedBy heads: [EventName] = [], carriesFiles: Bool = true,
    withhold: (WithheldEvents) -> Void = { _ in },
    output: ([UInt8]) throws -> Void
  ) throws -> Int {
    let file = path == "-" ? nil : try FileWriter(path)
    let count = try read { moment, transaction in
      var header = HeadList(moment.state.heads)
      header.replicaName = try StoreIdentity(tables, transaction).name
      header.madeAt = options.now()
      let files = carriesFiles ? try presentMedia(moment, transaction) : []
      var pieces = MediaPieces(files, in: mediaFolder)
      return try Bundle.write(
        lackedBy: heads, from: log, header: header, noting: witness.links(), transaction,
        nextPiece: { try pieces.next() }, withhold: withhold
      ) { bytes in
        if let file { try file.write(bytes) } else { try output(bytes) }
      }
    }
    try file?.finish()
    return count
  }

  /// Serves one peer on standard input until it is done.
  ///
  /// - Parameters:
  ///   - takesOffers: whether the peer may write here.
  ///   - withhold: hears of events that are not sent because some are damaged here.
  package func serveExchange(
    takesOffers: Bool, withhold: (WithheldEvents) -> Void, _ output: ([UInt8]) throws -> Void
  ) throws {
    var source = InputSource()
    try Exchange.serve(self, &source, takesOffers: takesOffers, withhold: withhold, output)
  }
}

/// The process that read another store ended by itself, and has said why.
package struct PeerFailure: Error, Equatable {
  /// How it ended.
  package let status: Int32

  /// A process that ended with a status.
  package init(status: Int32) { self.status = status }
}

extension Result<MergeReport, any Error> {
  /// Names a failed exchange after the peer, which has told of it already.
  fileprivate mutating func blame(_ status: Int32) {
    switch self {
    case .failure(let error) where StoreFailure(error)?.isOfExchange ?? false:
      self = .failure(PeerFailure(status: status))
    case .success(var report) where report.refusals.contains { !$0.isOfOneSegment }:
      report.refusals.removeAll { !$0.isOfOneSegment }
      report.peerFailure = PeerFailure(status: status)
      self = .success(report)
    default: break
    }
  }
}

extension StoreFailure {
  /// Whether the other side stopped answering.
  fileprivate var isOfExchange: Bool { self == .exchangeFailed || self == .bundleTruncated }
}

extension BundleSummary {
  /// Reads a bundle file, or standard input for `-`, without taking anything over.
  package init(at path: String) throws {
    if path == "-" {
      try self.init(InputSource())
    } else {
      try self.init(FileSource(reader: try FileReader(path)))
    }
  }

  private init(_ source: some FrameSource) throws {
    var reader = try Bundle.Reader(source)
    self.init(
      replicaName: Text(bytes: reader.header.replicaName), madeAt: reader.header.madeAt)
    let digests = SeenDigests()
    reader.onPiece = { digests.insert($0.digest) }
    defer { files = digests.count }
    while true {
      do {
        guard let segment = try reader.next() else { return }
        segments += 1
        _ = try segment.verified()
        events[String(decoding: segment.name, as: UTF8.self), default: 0] += segment.eventCount
      } catch let error as LogError where error.isOfOneSegment {
        refused += 1
      } catch LogError.bundleTruncated {
        isTruncated = true
        return
      } catch is LogError {
        refused += 1
        return
      }
    }
  }
}

/// The digests of the files in a bundle.
private final class SeenDigests {
  private var digests: Set<[UInt8]> = []
  var count: Int { digests.count }

  func insert(_ digest: [UInt8]) { digests.insert(digest) }
}
