import DaybookSystem
import TestSupport
import Testing

@Suite struct FileSystemTests {
  let directory: ScratchFolder

  init() throws { directory = try ScratchFolder() }

  @Test func `a file holds what was written and what was appended`() throws {
    try FileSystem.writeFileAtomically(directory("a"), [1, 2])
    try FileSystem.appendToFile(directory("a"), [3])
    try FileSystem.appendToFile(directory("b"), [4])
    #expect(try FileSystem.readFile(directory("a"), limit: 3) == [1, 2, 3])
    #expect(try FileSystem.readFile(directory("b"), limit: 3) == [4])
    #expect(try FileSystem.size(directory("a")) == 3)
    try FileSystem.writeFileAtomically(directory("a"), [])
    #expect(try FileSystem.readFile(directory("a"), limit: 3) == [])
    #expect(try FileSystem.listDirectory(directory.path) == ["a", "b"])
  }

  @Test func `a file longer than allowed is not read`() throws {
    try FileSystem.writeFileAtomically(directory("a"), [1, 2, 3])
    #expect(kind { _ = try FileSystem.readFile(directory("a"), limit: 2) } == .tooLarge)
    // Its length says 0, and it never ends.
    #expect(kind { _ = try FileSystem.readFile("/dev/zero", limit: 1_000_000) } == .tooLarge)
  }

  @Test func `what cannot be done is a typed error with its path`() throws {
    try FileSystem.makeDirectory(directory("d"))
    try FileSystem.writeFileAtomically(directory("d/f"), [])
    #expect(kind { _ = try FileSystem.readFile(directory("x"), limit: 1) } == .notFound)
    #expect(kind { _ = try FileSystem.readFile(directory("d"), limit: 9_999) } == .isDirectory)
    #expect(kind { _ = try FileSystem.listDirectory(directory("d/f")) } == .isNotDirectory)
    #expect(kind { try FileSystem.makeDirectory(directory("d")) } == .alreadyExists)
    #expect(kind { try FileSystem.remove(directory("d")) } == .directoryNotEmpty)
    #expect(kind { try FileSystem.writeFileAtomically(directory("d"), []) } == .isDirectory)
    #expect(kind { try FileSystem.writeFileAtomically(directory("x/y"), []) } == .notFound)
    #expect(try FileSystem.listDirectory(directory.path) == ["d"])
    do {
      _ = try FileSystem.size(directory("x"))
    } catch {
      #expect(error.path == directory("x"))
    }
  }

  @Test func `directories are made one in the other`() throws {
    let deep = directory("a/b/c")
    try FileSystem.makeDirectory(deep, intermediates: true)
    try FileSystem.makeDirectory(deep, intermediates: true)
    #expect(FileSystem.isDirectory(deep))
    try FileSystem.writeFileAtomically(directory("f"), [])
    let under = directory("f/g")
    #expect(kind { try FileSystem.makeDirectory(under, intermediates: true) } == .isNotDirectory)
    try FileSystem.removeRecursively(directory("a"))
    #expect(!FileSystem.exists(directory("a")))
  }

  @Test func `files below a directory are listed by bytes, links not followed`() throws {
    try FileSystem.makeDirectory(directory("v/b"), intermediates: true)
    for name in ["v/b/1", "v/b.md", "v/a", "v/ä", "v/Z"] {
      try FileSystem.writeFileAtomically(directory(name), Array(name.utf8))
    }
    #expect(try ChildProcess.run("ln", ["-s", "..", directory("v/loop")]).isSuccess)
    let listing = try FileSystem.listFilesRecursively(directory("v"))
    #expect(listing.files.map(\.relativePath) == ["Z", "a", "b.md", "b/1", "ä"])
    #expect(listing.files.map(\.size) == [3, 3, 6, 5, 4])
    #expect(listing.files.allSatisfy { $0.modificationMilliseconds > 1_600_000_000_000 })
    #expect(kind { _ = try FileSystem.listFilesRecursively(directory("v"), limit: 6) } == .tooLarge)
  }

  @Test func `a name that is not UTF-8 is reported and left out`() throws {
    let script = "open(bytes(__import__('sys').argv[1], 'utf8') + b'/caf\\xe9', 'w')"
    guard try ChildProcess.run("python3", ["-c", script, directory.path]).isSuccess else { return }
    let listing = try FileSystem.listFilesRecursively(directory.path)
    #expect(listing.files == [])
    #expect(listing.unreadableNames == ["caf\u{FFFD}"])
    #expect(try ChildProcess.run("find", [directory.path, "-type", "f", "-delete"]).isSuccess)
  }

  @Test(arguments: [
    ("/a/b", "/a"), ("/a/b/", "/a"), ("/a", "/"), ("/", "/"), ("a", "."), ("a/b", "a"),
  ])
  func `the parent of a path is the directory it is in`(path: String, parent: String) {
    #expect(FileSystem.parent(of: path) == parent)
  }

  /// Somebody else may put a link there while it is removed.
  @Test func `what a dead process of another user left unfinished stays`() throws {
    for name in ["own", "other"] {
      try FileSystem.makeDirectory(directory("\(name).daybook-part-2000000000"))
    }
    let other = directory("other.daybook-part-2000000000")
    guard try ChildProcess.run("chown", ["65534", other]).isSuccess else { return }  // not root
    FileSystem.removeDeadParts(in: directory.path)
    #expect(try FileSystem.listDirectory(directory.path) == ["other.daybook-part-2000000000"])
  }

  private func kind(_ body: () throws -> Void) -> SystemError.Kind? {
    do {
      try body()
    } catch let error as SystemError {
      return error.kind
    } catch {
      Issue.record(error)
    }
    return nil
  }
}
