package import Daybook
package import DaybookEvents
import DaybookLog
import DaybookSystem
import LMDB

/// A folder that several machines see: one that a program carries from machine to machine, a disk
/// of the network, a stick.
///
/// Each replica writes files into a directory of its own there, and changes none: so whatever
/// carries the folder meets no conflict. What a replica has and no file holds, it publishes,
/// whoever wrote it; so all that somebody needs is there. Small files of one's own are put together
/// into larger ones.
package struct FolderRemote: Remote {
  /// The folder.
  package let path: String
  /// Parts that could not be read, since this was made.
  package var problems: [RemoteProblem] { noted.problems }

  private let noted = NotedProblems()

  /// How many files of about one size are put together.
  private static let fold = 4
  /// Up to this size files are of one size; from there on each size is four times that before.
  private static let leastSize = 64 << 10

  /// Names a folder, which need not be there yet.
  package init(_ path: String) { self.path = path }

  /// Makes sure that the folder is a remote, or can become one.
  package mutating func open(isNew: Bool) throws {
    try FolderMark.check(path, makesMissing: isNew)
  }

  /// What its files hold that a store lacks.
  package mutating func segments(lackedBy store: Store) throws -> FolderSource {
    let listing = try listing()
    let wanted = try store.read { moment, transaction in
      let files = listing.all
      let ranges = try HeldRanges(files.flatMap(\.header.ranges), in: moment, transaction)
      return files.filter { !$0.isWhole || !ranges.lacked.isDisjoint(with: $0.header.ranges) }
    }
    return FolderSource(wanted) { [noted] in noted.add($0) }
  }

  /// Writes what a store has and no file holds into a file of its own.
  package mutating func publish(from store: Store) throws -> PublishReport {
    let listing = try listing()
    var report = PublishReport()
    var erasedFrom: String?
    try RemoteError.naming(path) {
      try store.read { moment, transaction in
        let identity = try StoreIdentity(store.tables, transaction)
        let own = identity.replica.description
        let before = listing.files[own] ?? []
        // What was erased since goes from own files: all that they hold is written anew.
        let isErased = before.contains { $0.header.erasedEvents < moment.state.erasedEvents }
        let held = try HeldRanges(
          listing.ranges(besides: isErased ? own : nil), in: moment, transaction
        ).vector
        var header = HeadList([])
        header.replicaName = identity.name
        header.madeAt = store.options.now()
        header.erasedEvents = moment.state.erasedEvents
        var writer = FolderWriter("\(path)/\(own)", after: before, header)
        try moment.log.segments(
          lackedBy: held, noting: store.witness.links(), relaysWaiting: false, moment.state,
          transaction, withhold: { report.withheldEvents += UInt64($0.sequences.count) }
        ) { try writer.add($0) }
        report.events = try writer.finish()
        // What an own file that was cut held is in another by now.
        for file in before where isErased || !file.isWhole { try FileSystem.remove(file.path) }
        if isErased { erasedFrom = "\(path)/\(own)" }
      }
      // What only erased events named goes from own files that notes show, too.
      if let erasedFrom { try store.deleteUnnamed(in: MediaFolder(storeAt: erasedFrom)) }
    }
    try putTogether(store)
    return report
  }

  /// How far its files hold what a store has.
  package mutating func heads(of store: Store) throws -> [EventName] {
    let listing = try listing()
    return try store.read { moment, transaction in
      try moment.heads(
        of: HeldRanges(listing.ranges(), in: moment, transaction).vector, transaction)
    }
  }

  /// Copies contents of files that notes show to where they lack.
  package mutating func exchangeMedia(with store: Store) throws -> MediaReport {
    var report = MediaReport()
    let directories = try listing().directories
    for directory in directories {
      report.received += try store.copyMissingMedia(from: MediaFolder(storeAt: directory))
    }
    let folders = directories.map { MediaFolder(storeAt: $0) }
    let (present, replica) = try store.read { moment, transaction in
      (
        try store.presentMedia(moment, transaction),
        try StoreIdentity(store.tables, transaction).replica.description
      )
    }
    // Whoever may read the folder may read what lies in it.
    let permissions = try RemoteError.naming(path) { try FileSystem.permissions(path) & 0o777 }
    let own = MediaFolder(storeAt: "\(path)/\(replica)", permissions: permissions)
    for file in present where !folders.contains(where: { $0.holds(file) }) {
      try RemoteError.naming(path) {
        let reader = try FileReader(store.mediaFolder.path(of: file.digest))
        try FolderMark.makeDirectory("\(path)/\(replica)")
        if try own.keep(file, reading: { try reader.read(MediaFolder.chunkByteCount) }) {
          report.published += 1
        }
      }
    }
    return report
  }

  /// Nothing has to be ended.
  package mutating func close() {}

  private func listing() throws -> FolderListing {
    let listing = try FolderListing(path)
    listing.problems.forEach(noted.add)
    return listing
  }

  /// Puts own files of about one size into a larger one, and removes them once that is there. One
  /// that is not what it was goes, so that the next round publishes anew what it held.
  private func putTogether(_ store: Store) throws {
    let own = try store.read { try StoreIdentity(store.tables, $1).replica.description }
    while true {
      let files = try listing().files[own]?.filter(\.isWhole) ?? []
      let sizes = Dictionary(grouping: files) { Self.size($0.byteCount) }
      let group = sizes.filter {
        $0.value.count >= Self.fold
          && $0.value.prefix(Self.fold).reduce(0) { $0 + $1.byteCount } <= FolderFile.byteLimit
      }.min { $0.key < $1.key }
      guard let small = group?.value.prefix(Self.fold), let last = files.last else { return }
      try RemoteError.naming(path) {
        var header = last.header
        header.erasedEvents = small.map(\.header.erasedEvents).min() ?? 0
        var draft = FolderFileDraft()
        for file in small {
          do {
            var reader = try file.segments()
            while let segment = try reader.next() { try draft.add(segment) }
          } catch is LogError {
            noted.add(.damaged(file: file.name))
            return try FileSystem.remove(file.path)
          }
        }
        try draft.write(into: "\(path)/\(own)", number: last.number + 1, header)
        for file in small { try FileSystem.remove(file.path) }
      }
    }
  }

  /// Which of the sizes a file has.
  private static func size(_ byteCount: Int) -> Int {
    var (size, limit) = (0, leastSize)
    while byteCount > limit { (size, limit) = (size + 1, limit * fold) }
    return size
  }
}

/// Problems that were met, each once.
private final class NotedProblems {
  private(set) var problems: [RemoteProblem] = []

  func add(_ problem: RemoteProblem) {
    if !problems.contains(problem) { problems.append(problem) }
  }
}
