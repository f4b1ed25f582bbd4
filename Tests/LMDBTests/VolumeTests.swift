import DaybookSystem
import LMDB
import TestSupport
import Testing

/// Stores on volumes of their own, which only an administrator can mount.
@Suite(.enabled(if: Volume.canMount, "needs the right to mount"))
struct VolumeTests {
  @Test func `a full disk is named, loses nothing, and is written on after room is made`() throws {
    let volume = try Volume(size: "4m")
    let (environment, notes) = try Environment.make(at: volume.path + "/store")
    let value = [UInt8](repeating: 1, count: 200_000)
    var written: UInt8 = 0
    var error: LMDBError?
    while error == nil, written < 100 {
      error = failure { try environment.put(notes, [written], value) }
      if error == nil { written += 1 }
    }
    #expect(error?.kind == .diskFull)
    #expect(error?.freeBytes.map { $0 < 4 << 20 } == true)
    #expect(written > 5)
    #expect(try environment.rows(notes).count == Int(written))
    try volume.remount("size=8m")
    try environment.put(notes, [written], value)
    #expect(try environment.rows(notes).last == Row([written], value))
  }

  @Test func `a volume too small for a store keeps nothing of it`() throws {
    let volume = try Volume(size: "16k")
    let kind = failureKind {
      try Environment.create(at: volume.path + "/store", options: .init()) { transaction in
        try transaction.put([1], [2], in: try transaction.createTable("notes"))
      }
    }
    #expect(kind == .diskFull)
    #expect(try FileSystem.listDirectory(volume.path) == [])
  }

  @Test func `a store on a read-only volume is read`() throws {
    let volume = try Volume(size: "4m")
    let path = volume.path + "/store"
    do {
      let (environment, notes) = try Environment.make(at: path)
      try environment.put(notes, [1], [2])
    }
    try volume.remount("ro")
    #expect(failureKind { _ = try Environment.open(at: path, options: .init()) } == .notWritable)
    let environment = try Environment.open(at: path, options: .reading)
    #expect(try environment.bytes(Table(name: "notes"), [1]) == [2])
    let kind = failureKind {
      try Environment.create(at: volume.path + "/new", options: .init()) { _ in }
    }
    #expect(kind == .notWritable)
  }
}

/// A small volume in memory, unmounted when it goes.
final class Volume: Sendable {
  static let canMount: Bool = {
    do {
      _ = try Volume(size: "16k")
      return true
    } catch {
      return false
    }
  }()

  private struct MountFailure: Error {}
  private let directory: ScratchFolder
  let path: String

  init(size: String) throws {
    directory = try ScratchFolder()
    path = directory("volume")
    try FileSystem.makeDirectory(path)
    try Self.run("mount", ["-t", "tmpfs", "-o", "size=\(size)", "none", path])
  }

  deinit {
    // Lazily: an environment on it may still be open.
    try? Self.run("umount", ["-l", path])
  }

  func remount(_ option: String) throws {
    try Self.run("mount", ["-o", "remount,\(option)", path])
  }

  private static func run(_ program: String, _ arguments: [String]) throws {
    guard try ChildProcess.run(program, arguments).isSuccess else { throw MountFailure() }
  }
}
