import DaybookSystem
import Glibc
import LMDB
import TestSupport
import Testing

/// Failures of the system under LMDB, each made in a process of its own.
@Suite struct FailureTests {
  let directory: ScratchFolder

  init() throws { directory = try ScratchFolder() }

  @Test func `after a header could not be written nothing works until reopening`() async throws {
    let path = directory("store")
    await #expect(processExitsWith: .success) { [path = path as String] in
      let (environment, notes) = try Environment.make(at: path)
      try environment.put(notes, [1], [1])
      try spoilHeaderDescriptor(path + "/data.mdb")
      #expect(failureKind { try environment.put(notes, [1], [2]) } != nil)
      #expect(failureKind { try environment.put(notes, [1], [3]) } == .panic)
      #expect(failureKind { _ = try environment.bytes(notes, [1]) } == .panic)
      try environment.reopen()
      #expect(try environment.bytes(notes, [1]) == [1])
      try environment.put(notes, [1], [4])
      #expect(try environment.bytes(notes, [1]) == [4])
    }
  }

  @Test func `a map that finds no address space is an error, and the store usable`() async throws {
    let path = directory("store")
    await #expect(processExitsWith: .success) { [path = path as String] in
      let (environment, notes) = try Environment.make(at: path, options: .small)
      try environment.put(notes, [1], [1])
      setLimit(RLIMIT_AS, try addressSpaceInUse() + 8 << 20)
      let value = [UInt8](repeating: 1, count: 1 << 20)
      var kind: LMDBError.Kind?
      for key in 2..<100 as Range<UInt8> where kind == nil {
        kind = failureKind { try environment.put(notes, [key], value) }
      }
      setLimit(RLIMIT_AS, nil)
      #expect(kind == .outOfMemory)
      #expect(try environment.bytes(notes, [1]) == [1])
      try environment.put(notes, [200], value)
    }
  }

  @Test func `a file that may not grow is an error, and nothing is lost`() async throws {
    let path = directory("store")
    await #expect(processExitsWith: .success) { [path = path as String] in
      let (environment, notes) = try Environment.make(at: path)
      try environment.put(notes, [1], [1])
      signal(SIGXFSZ, SIG_IGN)
      setLimit(RLIMIT_FSIZE, 100_000)
      let value = [UInt8](repeating: 1, count: 1 << 20)
      #expect(failure { try environment.put(notes, [2], value) }?.operation == .commit)
      setLimit(RLIMIT_FSIZE, nil)
      try environment.reopen()
      #expect(try environment.rows(notes) == [Row([1], [1])])
      try environment.put(notes, [2], value)
    }
  }

  @Test func `a store that is gone when it is reopened says so until it is back`() throws {
    let (environment, notes) = try Environment.make(at: directory("store"))
    try environment.put(notes, [1], [1])
    try FileSystem.rename(directory("store"), to: directory("elsewhere"))
    #expect(failureKind { try environment.reopen() } == .notFound)
    #expect(failureKind { _ = try environment.bytes(notes, [1]) } == .panic)
    try FileSystem.rename(directory("elsewhere"), to: directory("store"))
    try environment.reopen()
    #expect(try environment.bytes(notes, [1]) == [1])
  }
}

/// Allows this process so many bytes of a resource, or as many as it may have.
private func setLimit(_ resource: __rlimit_resource, _ bytes: UInt?) {
  var limit = rlimit()
  #expect(unsafe getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0)
  limit.rlim_cur = bytes ?? limit.rlim_max
  #expect(unsafe setrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0)
}

/// Makes LMDB's descriptor for the meta pages, the one only for writing, fail every write.
private func spoilHeaderDescriptor(_ file: String) throws {
  let broken = unsafe open("/dev/null", O_RDONLY)
  for name in try FileSystem.listDirectory("/proc/self/fd") {
    var target = [CChar](repeating: 0, count: 4_096)
    let count = unsafe readlink("/proc/self/fd/" + name, &target, target.count - 1)
    let bytes = target.prefix(max(count, 0)).map(UInt8.init(bitPattern:))
    guard String(decoding: bytes, as: UTF8.self) == file, let descriptor = Int32(name) else {
      continue
    }
    if fcntl(descriptor, F_GETFL) & O_ACCMODE == O_WRONLY { dup2(broken, descriptor) }
  }
}

/// Bytes of address space this process has.
private func addressSpaceInUse() throws -> UInt {
  let text = try FileSystem.readFile("/proc/self/statm", limit: 1_000)
  let pages = UInt(String(decoding: text.prefix { $0 != 0x20 }, as: UTF8.self)) ?? 0
  return pages * 4_096
}
