import DaybookSystem
import LMDB
import TestSupport
import Testing

/// Data files that are not what LMDB wrote: a typed error before anything is mapped.
@Suite struct DamageTests {
  let directory: ScratchFolder
  let whole: [UInt8]

  init() throws {
    directory = try ScratchFolder()
    do {
      let (environment, notes) = try Environment.make(at: directory("store"))
      for number in 0..<50 as Range<UInt8> {
        try environment.put(notes, [number], [UInt8](repeating: number, count: 3_000))
      }
    }
    whole = try FileSystem.readFile(directory("store/data.mdb"), limit: 1 << 30)
  }

  private func open(_ bytes: [UInt8], allowsShortFile: Bool = false) throws -> Environment {
    try FileSystem.writeFileAtomically(directory("store/data.mdb"), bytes)
    var options = Environment.Options()
    options.allowsShortFile = allowsShortFile
    return try Environment.open(at: directory("store"), options: options)
  }

  @Test(arguments: [0, 1, 100, 4_095, 4_096, 4_097, 8_191])
  func `a file too short for its header is invalid`(size: Int) throws {
    let error = failure { _ = try open(Array(whole.prefix(size))) }
    #expect(error?.kind == .invalidFile)
    #expect(error?.actualFileSize == UInt64(size))
  }

  @Test func `a file cut off after its header says how long it should be`() throws {
    for size in [8_192, 8_193, whole.count / 2, whole.count - 4_096, whole.count - 1] {
      let error = failure { _ = try open(Array(whole.prefix(size))) }
      #expect(error?.kind == .shortFile)
      #expect(error?.expectedFileSize == UInt64(whole.count))
      #expect(error?.actualFileSize == UInt64(size))
    }
  }

  @Test func `a short file can be opened by who knows it is sound`() throws {
    let environment = try open(whole.dropLast(1), allowsShortFile: true)
    #expect(try environment.information.fileSize == whole.count - 1)
  }

  @Test(arguments: [0, 4_096])
  func `headers between which transactions are missing are invalid`(header: Int) throws {
    for bit in 2..<48 {
      var damaged = whole
      damaged[header + 144 + bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(failureKind { _ = try open(damaged) } == .invalidFile, "bit \(bit)")
    }
  }

  @Test func `the whole file opens`() throws {
    let environment = try open(whole)
    #expect(try environment.read { try $0.count(of: Table(name: "notes")) } == 50)
  }

  @Test func `other contents of any length are invalid`() throws {
    var random = SeededGenerator(seed: 7)
    for size in [1, 152, 4_096, 8_192, 100_000] {
      let noise = (0..<size).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(failureKind { _ = try open(noise) } == .invalidFile)
      #expect(failureKind { _ = try open([UInt8](repeating: 0, count: size)) } == .invalidFile)
    }
  }

  @Test func `a file of another version of the format says so`() throws {
    var other = whole
    other[20] = 2
    #expect(failureKind { _ = try open(other) } == .versionMismatch)
  }

  @Test func `a flipped bit in the header opens, or is a typed error`() throws {
    for page in [0, 4_096] {
      for offset in 0..<152 {
        for bit in [0, 3, 7] {
          var flipped = whole
          flipped[page + offset] ^= 1 << UInt8(bit)
          _ = failure { _ = try open(flipped).information }
        }
      }
    }
  }

  @Test func `a spoiled lock file is made anew`() throws {
    try FileSystem.writeFileAtomically(
      directory("store/lock.mdb"), [UInt8](repeating: 0xA5, count: 9_000))
    let environment = try open(whole)
    #expect(try environment.read { try $0.count(of: Table(name: "notes")) } == 50)
  }
}
