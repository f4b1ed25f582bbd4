/// A small generator with a fixed seed (SplitMix64), so that a failure repeats.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number below `count`.
  mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }

  /// Up to `count` elements in random order, joined by `separator`.
  mutating func phrase(of words: [String], count: Int, separator: String) -> String {
    (0..<Int.random(in: 0...count, using: &self))
      .map { _ in words.randomElement(using: &self) ?? "" }
      .joined(separator: separator)
  }
}
