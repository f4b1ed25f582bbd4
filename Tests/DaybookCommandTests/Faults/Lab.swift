import Foundation
import Synchronization
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// A folder in memory where stores are mistreated, and the program that must bear it. Durability
/// against power loss is not the point here, so nothing waits for a disk.
final class Lab: Sendable {
  private static let count = Atomic<Int>(0)

  /// The folder.
  let path: String
  /// What every command is started through: another user, another set of mounts.
  private let prefix: [String]

  init(through prefix: [String] = []) throws {
    let memory = "/dev/shm"
    let base =
      FileManager.default.isWritableFile(atPath: memory)
      ? memory : FileManager.default.temporaryDirectory.path(percentEncoded: false)
    let number = Self.count.add(1, ordering: .relaxed).oldValue
    path = "\(base)/daybook-faults-\(ProcessInfo.processInfo.processIdentifier)-\(number)"
    self.prefix = prefix
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)  // it lies among temporary files
  }

  /// A place in the folder.
  func callAsFunction(_ name: String) -> String { path + "/" + name }

  /// Runs `daybook` on the store of that name.
  @discardableResult
  func run(
    _ store: String, _ words: String..., environment: [String: String] = [:]
  ) throws -> Outcome {
    try start(store, words, environment: environment).wait()
  }

  /// The same, and it must work.
  ///
  /// - Returns: what it printed.
  @discardableResult
  func done(_ store: String, _ words: String...) throws -> String {
    let outcome = try start(store, words).wait()
    #expect(outcome.end == .status(0), "\(words): \(outcome.errors)")
    return outcome.output
  }

  /// Starts `daybook` on the store of that name.
  func start(
    _ store: String, _ words: [String], environment: [String: String] = [:]
  ) throws -> RunningCommand {
    try start(bare: words + ["--store", self(store)], environment: environment)
  }

  /// Starts `daybook` with these words alone, or, where `HOME` is empty, without a home.
  func start(
    bare words: [String], environment: [String: String] = [:]
  ) throws -> RunningCommand {
    let variables = ["HOME": path, "TMPDIR": path, "PATH": "/usr/bin:/bin", "TZ": "UTC"]
      .merging(environment) { $1 }.filter { !$0.value.isEmpty }
    return try RunningCommand(
      prefix + [Program.path] + words, variables.map { "\($0.key)=\($0.value)" },
      streams: self("stream-\(Self.count.add(1, ordering: .relaxed).oldValue)"))
  }

  /// Makes a store with nothing in it.
  func begin(_ store: String) throws { try done(store, "list", "--replica-name", store) }

  /// Captures one item.
  ///
  /// - Returns: its full id.
  @discardableResult
  func capture(_ store: String, _ words: String...) throws -> String {
    let outcome = try start(store, ["capture", "--json"] + words).wait()
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    return try outcome.read(ItemDocument.self).id
  }

  func status(_ store: String) throws -> StatusDocument {
    let outcome = try run(store, "status", "--json")
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    return try outcome.read(StatusDocument.self)
  }

  func list(_ store: String, _ query: String...) throws -> ItemsDocument {
    let outcome = try start(store, ["list", "--json"] + query).wait()
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    return try outcome.read(ItemsDocument.self)
  }

  /// The store's log in a form that can be compared.
  func log(_ store: String) throws -> [String] {
    try done(store, "log", "--jsonl").split(separator: "\n").map(String.init).sorted()
  }

  /// Proves that a store is sound: `verify` finds nothing, and views folded anew are the same.
  func expectSound(_ store: String, _ note: Comment? = nil) throws {
    let verified = try run(store, "verify")
    #expect(verified.end == .status(0), note ?? "\(verified.output)\(verified.errors)")
    let before = try status(store).fingerprint
    try done(store, "rebuild")
    #expect(try status(store).fingerprint == before, note)
  }

  /// A copy of a store's folder, as a file manager makes it.
  func copy(_ store: String, to other: String) throws {
    try FileManager.default.copyItem(atPath: self(store), toPath: self(other))
  }

  /// Every file of a store with its bytes, but for the lock files.
  func contents(_ store: String) throws -> [String: Data] {
    var found: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: self(store))
    where name != "lock.mdb" && name != "writer.lock" {
      found[name] = try Data(contentsOf: URL(filePath: self(store) + "/" + name))
    }
    return found
  }

  func read(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: self(name))) }

  func write(_ data: Data, to name: String) throws {
    try data.write(to: URL(filePath: self(name)))
  }
}

/// Where the program is.
enum Program {
  /// `$DAYBOOK_EXECUTABLE`, or the program beside the tests.
  static let path: String = {
    if let path = ProcessInfo.processInfo.environment["DAYBOOK_EXECUTABLE"] { return path }
    let places = [Bundle.main.bundlePath] + CommandLine.arguments
    let folders = places.map { URL(filePath: $0) }
      .flatMap { [$0, $0.deletingLastPathComponent()] }
    for folder in folders {
      for name in ["daybook", "DaybookCommand"] {
        let file = folder.appending(path: name)
        // What cannot be asked about is not it.
        let values = try? file.resourceValues(forKeys: [.isRegularFileKey])
        if values?.isRegularFile == true { return file.path(percentEncoded: false) }
      }
    }
    return "daybook-not-found"
  }()
}

struct ItemDocument: Decodable {
  let id: String
  let title: String
  let tags: [String]
  let collections: [String]
}

struct ItemsDocument: Decodable {
  let items: [ItemDocument]
  let total: Int
}

struct StatusDocument: Decodable {
  /// What the replica is called.
  let replicaName: String?

  struct View: Decodable {
    let state: String
  }

  let replica: String
  let events: Int
  let vector: [String: Int]
  let fingerprint: String
  let views: [View]
}

struct VerifyDocument: Decodable {
  let events: Int?
  let problems: [String]
}

struct MergeDocument: Decodable {
  let applied: Int
  let newIdentity: Bool
}
