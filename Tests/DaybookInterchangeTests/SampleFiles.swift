import Foundation

/// The files of `shared/samples`, which stands beside the working copy and is no part of it.
enum SampleFiles {
  static let folder: URL? = folder("shared/samples")
  /// The samples that belong to the product.
  static let ownFolder: URL? = folder("tools/samples")
  static var areMissing: Bool { folder == nil }

  static func bytes(_ path: String, in folder: URL? = folder) throws -> [UInt8] {
    guard let folder else { throw CocoaError(.fileNoSuchFile) }
    return [UInt8](try Data(contentsOf: folder.appending(path: path)))
  }

  /// Paths below a folder of the samples, sorted, hidden ones included.
  static func paths(under name: String, in folder: URL? = folder) -> [String] {
    guard let root = folder?.appending(path: name).path,
      let found = FileManager.default.enumerator(atPath: root)
    else { return [] }
    return found.compactMap { $0 as? String }.filter { path in
      // A file without attributes is no regular file.
      let attributes = try? FileManager.default.attributesOfItem(atPath: root + "/" + path)
      return attributes?[.type] as? FileAttributeType == .typeRegular
    }.sorted()
  }

  /// The nearest folder of this name beside this file or one of the folders around it.
  private static func folder(_ name: String) -> URL? {
    var url = URL(filePath: #filePath).resolvingSymlinksInPath()
    while url.pathComponents.count > 1 {
      url.deleteLastPathComponent()
      let found = url.appending(path: name)
      if FileManager.default.fileExists(atPath: found.path) { return found }
    }
    return nil
  }
}

/// The same numbers for the same seed, on every machine (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// Bytes, most of them from `alphabet`.
  mutating func bytes(_ count: Int, from alphabet: String) -> [UInt8] {
    let likely = Array(alphabet.utf8)
    return (0..<count).map { _ in
      Int.random(in: 0..<20, using: &self) == 0
        ? UInt8.random(in: 0...255, using: &self) : likely.randomElement(using: &self) ?? 0
    }
  }

  /// `bytes` with a few changed, removed or doubled.
  mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...6, using: &self) where !bytes.isEmpty {
      let index = Int.random(in: 0..<bytes.count, using: &self)
      let end = min(bytes.count, index + Int.random(in: 1...12, using: &self))
      switch Int.random(in: 0..<4, using: &self) {
      case 0: bytes[index] = UInt8.random(in: 0...255, using: &self)
      case 1: bytes.removeSubrange(index..<end)
      case 2: bytes.insert(contentsOf: bytes[index..<end], at: index)
      default: bytes.insert(Array("[]{}\"'#`:-\n".utf8).randomElement(using: &self) ?? 0, at: index)
      }
    }
    return bytes
  }
}
