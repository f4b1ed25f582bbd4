import DaybookCompression
import DaybookInterchange
import DaybookSystem
import TestSupport
import Testing

struct ZipTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func open(_ bytes: [UInt8], _ limits: ZipLimits = ZipLimits()) throws -> ZipReader {
    try FileSystem.writeFileAtomically(folder("a.zip"), bytes)
    return try ZipReader(folder("a.zip"), limits)
  }

  /// What opening, or reading all of it, throws.
  private func error(_ zip: HostileZip, _ limits: ZipLimits = ZipLimits()) throws -> ZipError? {
    do {
      let reader = try open(zip.bytes, limits)
      for entry in reader.entries { try reader.unpack(entry) { _ in } }
      return nil
    } catch let error as ZipError {
      return error
    }
  }

  private func honest() throws -> HostileZip {
    HostileZip(entries: [
      try HostileZip.Entry("a", Array("one".utf8)),
      try HostileZip.Entry("b", [UInt8](repeating: 7, count: 100_000), deflated: true),
    ])
  }

  @Test(arguments: [false, true]) func `entries of every kind are read`(isWide: Bool) throws {
    var zip = try honest()
    zip.isWide = isWide
    zip.comment = Array("a comment".utf8)
    let reader = try open(zip.bytes)
    #expect(reader.entries.map(\.name) == ["a", "b"])
    let first = try #require(reader["a"])
    let second = try #require(reader["b"])
    #expect(try reader.bytes(first, limit: 10) == Array("one".utf8))
    #expect(try reader.bytes(second, limit: 100_000) == [UInt8](repeating: 7, count: 100_000))
    #expect(throws: ZipError.entryTooLarge(entry: "b", limit: 99_999)) {
      try reader.bytes(second, limit: 99_999)
    }
    #expect(reader["c"] == nil)
  }

  @Test func `sizes may stand behind the bytes`() throws {
    var zip = try honest()
    zip.entries[1].flags = 8
    var bytes = zip.bytes
    // The sizes in the entry's own header are 0 then, as programs that stream write them.
    let header = 30 + 1 + 3
    for index in 14..<26 { bytes[header + index] = 0 }
    let reader = try open(bytes)
    let entry = try #require(reader["b"])
    #expect(try reader.bytes(entry, limit: 100_000).count == 100_000)
  }

  @Test func `what is written is read by this and by others`() throws {
    var writer = try ZipWriter(folder("a.zip"))
    try writer.add("plain", Array("plain".utf8))
    try writer.add("żółw", [UInt8](repeating: 1, count: 1_000), deflated: true)
    try writer.add("empty", [])
    try writer.finish()
    let reader = try ZipReader(folder("a.zip"))
    #expect(reader.entries.map(\.name) == ["plain", "żółw", "empty"])
    #expect(reader.entries.map(\.size) == [5, 1_000, 0])
    for entry in reader.entries { try reader.unpack(entry) { _ in } }
    var again = try ZipWriter(folder("b.zip"))
    try again.add("a", [])
    #expect(throws: ZipError.duplicateName(entry: "a")) { try again.add("a", []) }
  }

  @Test func `a file cut anywhere is refused`() throws {
    let bytes = try honest().bytes
    for end in 0..<bytes.count {
      #expect(throws: ZipError.self, "cut at \(end)") { try open(Array(bytes[..<end])) }
    }
    #expect(throws: ZipError.self) { try open(bytes + [0]) }
    #expect(throws: ZipError.notAZip) { try open([]) }
  }

  @Test func `a byte changed anywhere is noticed, or of no matter`() throws {
    let zip = try honest()
    let bytes = zip.bytes
    let names = ["a", "b"]
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 0x15
      guard let reader = try? open(changed) else { continue }  // noticed
      for entry in reader.entries where names.contains(entry.name) {
        guard let found = try? reader.bytes(entry, limit: 1 << 20) else { continue }  // noticed
        let expected = entry.name == "a" ? 3 : 100_000
        #expect(found.count == expected && Set(found).count <= 3, "byte \(index)")
      }
    }
  }

  @Test func `locks, links and strange methods are refused`() throws {
    for flag in [1, 1 << 6, 1 << 13] {
      var zip = try honest()
      zip.entries[1].flags = flag
      #expect(try error(zip) == .encrypted(entry: "b"))
    }
    var zip = try honest()
    zip.entries[0].method = 12
    #expect(try error(zip) == .unknownMethod(entry: "a", method: 12))
    zip = try honest()
    zip.entries[1].mode = 0o120777
    #expect(try error(zip) == .forbiddenName(position: 2))
  }

  @Test(arguments: [
    "../a", "a/../../b", "/etc/passwd", "\\\\host\\a", "..\\a", "C:\\a", "C:a", "a\0b", "", "..",
    "a/..", "a\u{1B}[2J", "a\nb",
  ])
  func `a name that leads elsewhere is refused`(name: String) throws {
    var zip = try honest()
    zip.entries[1].name = Array(name.utf8)
    #expect(try error(zip) == .forbiddenName(position: 2))
    zip.entries[1].name = [0x61, 0xFF]
    #expect(try error(zip) == .forbiddenName(position: 2))
    zip.entries[1].name = [UInt8](repeating: 0x61, count: 2_000)
    #expect(try error(zip) == .forbiddenName(position: 2))
    #expect(try folder.names() == ["a.zip"])
  }

  @Test func `a list that contradicts the file is refused`() throws {
    var zip = try honest()
    zip.entries[1].name = Array("a".utf8)
    #expect(try error(zip) == .duplicateName(entry: "a"))
    zip = try honest()
    zip.entries[1].localName = Array("c".utf8)
    #expect(try error(zip) == .damaged(entry: "b"))
    zip = try honest()
    zip.entries[0].checksum ^= 1
    #expect(try error(zip) == .wrongChecksum(entry: "a"))
    zip = try honest()
    zip.entries[1].size = 99_999
    #expect(try error(zip) == .damaged(entry: "b"))
    zip.entries[1].size = 100_001
    #expect(try error(zip) == .damaged(entry: "b"))
    zip = try honest()
    zip.entries[0].size = 4
    #expect(try error(zip) == .damaged(entry: "a"))
    zip = try honest()
    zip.count = 3
    #expect(try error(zip) == .damaged(entry: nil))
  }

  @Test func `entries that share bytes are refused`() throws {
    var zip = HostileZip(entries: [])
    zip.entries.append(
      try HostileZip.Entry("a", [UInt8](repeating: 0, count: 1 << 16), deflated: true))
    for index in 0..<100 {
      var entry = zip.entries[0]
      (entry.name, entry.offset, entry.packed) = (Array("b\(index)".utf8), 0, [])
      zip.entries.append(entry)
    }
    // Their own headers lie elsewhere; all of them claim the bytes of the first.
    let found = try error(zip)
    guard case .overlapping = found else {
      Issue.record("\(String(describing: found))")
      return
    }
  }

  @Test func `limits are held to before anything is unpacked`() throws {
    var limits = ZipLimits()
    limits.entryCount = 1
    #expect(try error(try honest(), limits) == .tooManyEntries(limit: 1))
    limits = ZipLimits()
    limits.entrySize = 99_999
    #expect(try error(try honest(), limits) == .entryTooLarge(entry: "b", limit: 99_999))
    limits.entrySizeByName["b"] = 100_000
    #expect(try error(try honest(), limits) == nil)
    limits = ZipLimits()
    limits.totalSize = 100_002
    #expect(try error(try honest(), limits) == .totalTooLarge(limit: 100_002))
    let bomb = HostileZip(entries: [
      try HostileZip.Entry("bomb", [UInt8](repeating: 0, count: 3 << 20), deflated: true)
    ])
    #expect(try error(bomb) == .expandsTooMuch(entry: "bomb"))
    var many = HostileZip(entries: [])
    many.entries = try (0..<65_000).map { try HostileZip.Entry("\($0)", []) }
    #expect(try error(many) == .tooManyEntries(limit: 20_000))
  }
}
