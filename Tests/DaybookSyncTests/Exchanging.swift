import Daybook
import DaybookEvents
import DaybookLog
import DaybookSync
import DaybookSystem
import DaybookText
import Simulation
import TestSupport
import Testing

/// Machines that exchange logs in one of the ways there are.
final class Exchanging {
  let folder: ScratchFolder
  let clock = HouseholdClock()
  private let way: RemoteConformanceTests.Way
  private let server = SimulatedServer()

  init(by way: RemoteConformanceTests.Way) throws {
    self.way = way
    folder = try ScratchFolder()
    try FileSystem.makeDirectory(folder("server"))
    guard way == .ssh else { return }
    // What stands in for ssh runs what it is told on this machine.
    let script = """
      #!/bin/sh
      for last; do :; done
      PATH=\(Self.programs):$PATH exec sh -c "$last"

      """
    try FileSystem.writeFileAtomically(folder("ssh"), Array(script.utf8), permissions: 0o700)
  }

  /// Where the programs lie that were built with these tests.
  private static let programs = FileSystem.parent(of: Host.executablePath() ?? "")

  /// A new store.
  func machine(_ name: String) throws -> Store {
    var options = StoreOptions(replicaName: name)
    options.home = { _ in nil }
    options.now = { [clock] in clock.now }
    return try Store.open(at: folder(name), options: options)
  }

  /// A copy of a store, as it is when a folder is copied.
  func copy(of store: Store, _ name: String) throws -> Store {
    try FileSystem.makeDirectory(folder(name))
    for file in ["data.mdb", "witness"] where FileSystem.exists("\(store.path)/\(file)") {
      let bytes = try FileSystem.readFile("\(store.path)/\(file)", limit: 1 << 30)
      try folder.write("\(name)/\(file)", bytes)
    }
    return try machine(name)
  }

  /// Brings two stores in step; how many events came to either.
  @discardableResult
  func exchange(_ one: Store, _ other: Store) throws -> Int {
    switch way {
    case .memory: try sync(one, other) { memory }
    case .folder: try sync(one, other) { FolderRemote(folder("shared")) }
    case .ssh: try sync(one, one) { try ssh(to: other) }
    case .bundle:
      try [(one, other), (other, one)].reduce(0) { count, pair in
        try pair.0.createBundle(at: folder("a.bundle"))
        return try count + pair.1.mergeBundle(at: folder("a.bundle")).appliedEvents
      }
    case .directory:
      try [(one, other), (other, one)].reduce(0) { count, pair in
        let program = "\(Self.programs)/daybook"
        return try count + pair.1.merge(directory: pair.0.path, through: program).appliedEvents
      }
    }
  }

  /// The files in the folder that is shared, where there is one.
  func files() throws -> [String] {
    guard way == .folder else { return [] }
    return try FileSystem.listDirectory(folder("shared")).flatMap { name in
      FileSystem.isDirectory(folder("shared/\(name)"))
        ? try FileSystem.listDirectory(folder("shared/\(name)")) : [name]
    }
  }

  private var memory: SimulatedRemote {
    SimulatedRemote(server, LinkFaults(), SeededGenerator(seed: 1), media: folder("server")) {}
  }

  private func ssh(to store: Store) throws -> SSHRemote {
    guard case .ssh(let address)? = RemoteAddress("ssh://there\(store.path)", in: "/") else {
      throw TestFailure.notFound
    }
    return SSHRemote(address, through: folder("ssh"))
  }

  /// A round of one, of the other, and of the first again, which then has what the other has.
  private func sync(
    _ one: Store, _ other: Store, _ remote: () throws -> some Remote
  ) throws -> Int {
    try [one, other, one].reduce(0) { count, store in
      var remote = try remote()
      if way == .folder { try remote.open(isNew: true) }
      var sync = Sync(store, with: try record(store), through: remote)
      let report = try sync.run()
      try sync.close()
      return count + report.merge.appliedEvents + report.publish.events
    }
  }

  private func record(_ store: Store) throws -> RemoteRecord {
    if let known = try store.remotes().first { return known }
    try store.addRemote("shared", at: .folder(path: folder("shared")))
    return try #require(try store.remotes().first)
  }
}

extension Store {
  /// Gives an item another title.
  func retitle(_ id: EntityID, _ title: String) throws {
    try edit(id) { _ in
      var change = ItemChange()
      change.title = Text(title)
      return change
    }
  }
}
