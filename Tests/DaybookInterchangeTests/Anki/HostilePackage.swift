import DaybookInterchange
import DaybookSQLite
import DaybookSystem
import GRDB
import TestSupport

/// A package taken apart, so that a test can put it together wrongly.
struct HostilePackage {
  let folder: ScratchFolder
  /// The entries by name, as they are in the file.
  var entries: [(name: String, bytes: [UInt8])]

  /// A good package of the second form, whose collection is plain SQLite.
  init(in folder: ScratchFolder, _ package: WholePackage = .rich()) throws {
    try self.init(in: folder, package, .legacy2)
  }

  init(in folder: ScratchFolder, _ package: WholePackage, _ version: AnkiPackageVersion) throws {
    self.folder = folder
    let path = folder("good.apkg")
    try package.write(path, version, in: folder)
    let zip = try ZipReader(path)
    entries = try zip.entries.map { ($0.name, try zip.bytes($0, limit: 1 << 30)) }
    try FileSystem.remove(path)
  }

  subscript(name: String) -> [UInt8]? {
    get { entries.first { $0.name == name }?.bytes }
    set {
      entries.removeAll { $0.name == name }
      if let newValue { entries.append((name, newValue)) }
    }
  }

  /// Changes the collection of the second form by statements, which may do what no Anki does.
  mutating func change(_ statements: String...) throws {
    let path = folder("collection")
    try FileSystem.writeFileAtomically(path, self["collection.anki21"] ?? [])
    let queue = try NewDatabase.make(path)
    try queue.writeWithoutTransaction { database in
      for statement in statements { try database.execute(sql: statement) }
    }
    try queue.close()
    self["collection.anki21"] = try FileSystem.readFile(path, limit: 1 << 30)
    try FileSystem.remove(path)
  }

  /// Puts it together.
  ///
  /// - Parameter content: bytes of which the last is changed where they first occur, with the
  ///   checksum left as it was.
  func write(_ path: String, damaging content: [UInt8] = []) throws {
    var writer = try ZipWriter(path)
    for (name, bytes) in entries { try writer.add(name, bytes) }
    try writer.finish()
    guard let last = content.last else { return }
    var bytes = try FileSystem.readFile(path, limit: 1 << 30)
    let place = bytes.indices.first { bytes[$0...].starts(with: content) } ?? 0
    bytes[place + content.count - 1] = ~last
    try FileSystem.writeFileAtomically(path, bytes)
  }

  /// What reading all of it brings; everything it made on the way must be gone.
  func read(_ limits: AnkiLimits = AnkiLimits()) throws -> WholePackage {
    let path = folder("bad.apkg")
    try write(path)
    return try WholePackage(path, limits, in: folder)
  }

  /// Why it is refused; nil if it is not.
  func refusal(_ limits: AnkiLimits = AnkiLimits()) throws -> AnkiPackageError? {
    do {
      _ = try read(limits)
      return nil
    } catch let error as AnkiPackageError {
      return error
    }
  }
}
