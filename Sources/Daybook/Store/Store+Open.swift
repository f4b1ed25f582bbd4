import DaybookEvents
package import DaybookLog
import DaybookSystem
package import LMDB

extension Store {
  /// Opens the store in a directory, and makes it there if need be: in a directory beside it
  /// that is renamed into place, so that no half-made store is ever found.
  ///
  /// A store that an older program wrote is brought up to date, and its views are built anew; a
  /// store that was rolled back, or whose id is written by a copy as well, goes on under a new id.
  ///
  /// Reading a store whose file is damaged can end the process: by SIGBUS or SIGSEGV where a page
  /// leads out of the file, by SIGABRT where LMDB finds that a page cannot be what it should. What
  /// was committed is safe then. Where that must not happen, let a child look first, as
  /// `daybook verify` does, or `daybook repair`, which mends what it finds.
  ///
  /// - Throws: ``StoreError``; what the file system says.
  public static func open(at path: String, options: StoreOptions) throws -> Store {
    try StoreFailure.naming { try opened(at: path, options) }
  }

  /// An empty store that leaves nothing behind: for reading where none has begun.
  package static func openNothing(options: StoreOptions) throws -> Store {
    let folder = try PartFolder(temporary: "nothing")
    // What is open stays open.
    defer { folder.remove() }
    return try open(at: folder.path + "/store", options: options)
  }

  /// Opens a store to look at it, and writes nothing. One that an older program wrote is opened
  /// too: what does not pass through its rows can be asked, and it can be verified.
  package static func openToInspect(
    at path: String, options: StoreOptions
  ) throws -> Store {
    var options = options
    options.isReadOnly = true
    options.createsMissing = false
    return try StoreFailure.naming { try opened(at: path, options, acceptsOlder: true) }
  }

  private static func opened(
    at path: String, _ options: StoreOptions, acceptsOlder: Bool = false
  ) throws -> Store {
    let isNew = try createIfMissing(path, options)
    var raw = Environment.Options()
    raw.isReadOnly = options.isReadOnly
    raw.allowsShortFile = options.allowsShortFile
    raw.onWriterBusy = options.onWriterBusy
    let environment = try Environment.open(at: path, options: raw)
    guard let tables = try LogTables(in: environment) else {
      throw StoreError.notAStore(path: path)
    }
    let store = Store(
      path: path, isNew: isNew, environment: environment, tables: tables, options: options)
    if isNew { _ = try environment.write { try store.takeHome(&$0) } }
    if !acceptsOlder { try store.bringUpToDate() }
    try store.prepareForUse()
    return store
  }

  private static func createIfMissing(_ path: String, _ options: StoreOptions) throws -> Bool {
    guard !FileSystem.exists(path + "/data.mdb") else { return false }
    guard options.createsMissing, !options.isReadOnly else {
      do {
        _ = try FileSystem.size(path + "/data.mdb")
      } catch {
        // What may not be looked into is not known to be missing.
        if error.kind == .permissionDenied { throw StoreFailure.notPermitted }
      }
      throw StoreError.noStore(path: path)
    }
    _ = try SettingName.replicaName.canonical(options.replicaName)
    guard let path = try clearedPlace(path) else { return false }
    let identity = options.newIdentity(name: Array(options.replicaName.utf8))
    do {
      try Environment.create(at: path, options: Environment.Options()) { transaction in
        try prepare(identity, &transaction)
      }
    } catch let error as LMDBError where error.kind == .alreadyExists {
      return false  // another process made it at the same moment
    }
    return true
  }

  /// Where a store can be made for a path: what a symbolic link leads to, never the link; with the
  /// folders above it. Nil when another process has just made one there.
  private static func clearedPlace(_ path: String) throws -> String? {
    var place = path
    while place.utf8.count > 1, place.hasSuffix("/") { place.removeLast() }
    guard FileSystem.exists(place) else {
      try FileSystem.makeDirectory(
        FileSystem.parent(of: place), permissions: FileSystem.privateDirectory,
        intermediates: true)
      return place
    }
    guard FileSystem.isDirectory(place), try FileSystem.listDirectory(place).isEmpty else {
      if FileSystem.exists(place + "/data.mdb") { return nil }
      throw StoreError.notAStore(path: path)
    }
    return try FileSystem.resolved(place)
  }

  /// Fills a new environment: tables, format, identity, an empty generation of every view.
  package static func prepare(
    _ identity: StoreIdentity, _ transaction: inout WriteTransaction
  ) throws {
    let tables = try LogTables(creatingIn: &transaction)
    try StoreFormat.store(tables, &transaction)
    try identity.store(tables, &transaction)
    for view in ViewName.allCases {
      let entry = ViewEntry(
        generation: 1, codeVersion: view.schema.codeVersion,
        factVersion: view.schema.factVersion, position: 0,
        fingerprint: Fingerprint())
      _ = try transaction.createTable(ViewEntry.tableName(view, 1))
      try transaction.put(MetaKey.view(view.rawValue), entry.encoded, in: tables.meta)
    }
  }

  /// Takes the tables of the log to the format of this program.
  private func bringUpToDate() throws {
    let format = try environment.read { try StoreFormat.of(tables, $0) }
    guard format < StoreFormat.current else { return }
    guard !options.isReadOnly else { throw LogError.olderStore(format: format) }
    try StoreFormat.bringUpToDate(tables, in: environment)
  }

  private func prepareForUse() throws {
    let noted = witness.heads()
    let (format, entries, isBehind) = try environment.read { transaction in
      let state = try LogState(tables, transaction)
      let catalog = try ViewCatalog(tables, logs: state.logs, transaction)
      return (
        try StoreFormat.of(tables, transaction), catalog.entries,
        try lostHead(of: nil, noted, state, transaction) != nil
      )
    }
    guard !options.isReadOnly, format <= StoreFormat.current else { return }
    if isBehind {
      try takeNewIdentity()
      options.onNewIdentity?(.rolledBack)
    }
    try upgradeViews(entries)
    // What cannot be deleted now goes another time: opening does not fail for that.
    _ = try? deleteDroppedMedia()
  }

  /// The last event a replica wrote in this directory, where the store does not hold it any more.
  ///
  /// - Parameters:
  ///   - replica: nil for that of the store's present id.
  ///   - noted: what ``Witness/heads()`` said before the transaction began.
  func lostHead(
    of replica: ReplicaID?, _ noted: [ReplicaID: (sequence: UInt64, tag: UInt64)],
    _ state: LogState, _ transaction: borrowing ReadTransaction
  ) throws -> EventName? {
    let replica = try replica ?? StoreIdentity(tables, transaction).replica
    // Whoever brings a store of an older format up to date asks this again then.
    // Of a log that was given up nothing is expected.
    guard let last = noted[replica], last.sequence > 0,
      try StoreFormat.of(tables, transaction) >= StoreFormat.current
    else { return nil }
    let name = EventName(replica: replica, sequence: last.sequence, tag: last.tag)
    return try log.locate(name, state, transaction) == nil ? name : nil
  }

  /// Goes on under a new key: for a store that has lost events of its own, and would write others
  /// under their names. Nothing happens where another process has done so already.
  private func takeNewIdentity() throws {
    try environment.write { transaction in
      try StoreFormat.checkWritable(tables, transaction.reading)
      let state = try LogState(tables, transaction.reading)
      // Nobody else commits meanwhile, and what is noted was committed before.
      guard try lostHead(of: nil, witness.heads(), state, transaction.reading) != nil else {
        return
      }
      try renewIdentity(&transaction)
    }
  }
}
