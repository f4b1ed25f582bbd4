import Testing

/// The targets that call C libraries.
private let callersOfC = ["LMDB", "DaybookSystem", "DaybookCompression", "DaybookSQLite"]

/// Unsafe code outside the callers of C libraries and the one file that reads a digest's bytes.
func unsafeCode(_ sources: [SwiftSource]) -> [Offence] {
  var digests: Set<String> = []
  return sources.flatMap { source -> [Offence] in
    guard source.isProduct, !callersOfC.contains(source.target) else { return [] }
    let offences = source.offences(
      "unsafe code is for \(callersOfC.joined(separator: ", ")) and DaybookEvents' digest",
      where: #/\bunsafe\b|\b(?:with)?Unsafe\w+|\bunsafe[A-Z]\w*/#)
    guard source.target == "DaybookEvents", isDigest(source.path), !offences.isEmpty else {
      return offences
    }
    digests.insert(source.path)
    return digests.count > 1 ? offences : []
  }
}

private func isDigest(_ path: String) -> Bool {
  path.split(separator: "/").last?.hasPrefix("Digest") == true
}

struct UnsafeCodeRuleTests {
  @Test func `unsafe code stays in its places`() {
    expectNone(unsafeCode(SourceTree.swift))
    let text = """
      let a = unsafe pointer.pointee
      func b(_: UnsafeRawPointer) {}
      bytes.withUnsafeBytes { _ in }
      let unsafely = "unsafe"  // unsafe
      nonisolated(unsafe) var c = 1
      """
    func lines(_ paths: String...) -> [Int] {
      unsafeCode(paths.map { SwiftSource($0, text) }).map(\.line)
    }
    #expect(lines("Sources/Daybook/A.swift") == [1, 2, 3, 5])
    #expect(lines("Sources/LMDB/A.swift", "Sources/DaybookSystem/A.swift") == [])
    #expect(lines("Sources/DaybookEvents/Digest.swift") == [])
    #expect(
      lines("Sources/DaybookEvents/A/Digest.swift", "Sources/DaybookEvents/Digest2.swift")
        == [1, 2, 3, 5])
  }
}
