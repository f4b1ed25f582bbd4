/// MT19937 (Matsumoto and Nishimura, 1998) with its 53-bit real numbers: the random source that
/// other languages have as well, so that one seed makes one workload everywhere.
struct MersenneTwister {
  private static let size = 624
  private static let offset = 397

  private var state: [UInt32]
  private var index = size

  /// Seeds by an array of one word, as the authors' `init_by_array` does.
  init(seed: UInt32) {
    state = [UInt32](repeating: 0, count: Self.size)
    state[0] = 19_650_218
    for index in 1..<Self.size {
      state[index] = 1_812_433_253 &* mixed(index - 1) &+ UInt32(index)
    }
    var place = 1
    for _ in 0..<Self.size {
      state[place] = (state[place] ^ (mixed(place - 1) &* 1_664_525)) &+ seed
      advance(&place)
    }
    for _ in 0..<Self.size - 1 {
      state[place] = (state[place] ^ (mixed(place - 1) &* 1_566_083_941)) &- UInt32(place)
      advance(&place)
    }
    state[0] = 0x8000_0000
  }

  /// A number in 0..<1, a multiple of 2^-53.
  mutating func real() -> Double {
    let high = next() >> 5
    let low = next() >> 6
    return (Double(high) * 67_108_864 + Double(low)) / 9_007_199_254_740_992
  }

  /// A whole number in 0..<limit, made of one real number.
  mutating func whole(below limit: Int) -> Int { Int(real() * Double(limit)) }

  private func mixed(_ index: Int) -> UInt32 { state[index] ^ (state[index] >> 30) }

  private mutating func advance(_ place: inout Int) {
    place += 1
    guard place == Self.size else { return }
    state[0] = state[Self.size - 1]
    place = 1
  }

  private mutating func next() -> UInt32 {
    if index == Self.size { refill() }
    var value = state[index]
    index += 1
    value ^= value >> 11
    value ^= (value << 7) & 0x9D2C_5680
    value ^= (value << 15) & 0xEFC6_0000
    return value ^ (value >> 18)
  }

  private mutating func refill() {
    for place in 0..<Self.size {
      let high = state[place] & 0x8000_0000
      let low = state[(place + 1) % Self.size] & 0x7FFF_FFFF
      let word = high | low
      state[place] =
        state[(place + Self.offset) % Self.size] ^ (word >> 1) ^ (word & 1 == 0 ? 0 : 0x9908_B0DF)
    }
    index = 0
  }
}
