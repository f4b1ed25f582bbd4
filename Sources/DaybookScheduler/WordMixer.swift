/// Words mixed into one, for spreading due days and naming option sets.
///
/// Each word is added to the state with the increment of SplitMix64 and mixed by its finaliser
/// (Steele, Lea and Flood 2014). Arithmetic on whole words alone: the same on every machine. Not
/// for secrets. Results are written to disk: never change it.
struct WordMixer {
  private(set) var state: UInt64 = 0

  /// Mixes in one word. The order of words counts.
  mutating func add(_ word: UInt64) {
    var mixed = (state ^ word) &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    state = mixed ^ (mixed >> 31)
  }

  /// Mixes in a number; the two zeros, which are equal, count as one.
  mutating func add(_ number: Double) { add((number + 0).bitPattern) }

  /// Mixes in the length of a list and its numbers, so that neighbouring lists stay apart.
  mutating func add(_ numbers: [Int]) {
    add(UInt64(numbers.count))
    for number in numbers { add(UInt64(bitPattern: Int64(number))) }
  }
}
