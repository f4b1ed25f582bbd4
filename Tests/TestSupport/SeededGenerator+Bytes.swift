extension SeededGenerator {
  /// Bytes, most of them from `alphabet`.
  package mutating func bytes(_ count: Int, from alphabet: String) -> [UInt8] {
    let likely = Array(alphabet.utf8)
    return (0..<count).map { _ in
      Int.random(in: 0..<20, using: &self) == 0
        ? UInt8.random(in: 0...255, using: &self) : likely.randomElement(using: &self) ?? 0
    }
  }

  /// `bytes` with a few changed, removed or doubled.
  package mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
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
