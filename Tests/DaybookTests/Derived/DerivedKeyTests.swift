import Daybook
import DaybookEvents
import Testing

/// Keys of derived rows as bytes (S1-6).
struct DerivedKeyTests {
  private static let parts: [DerivedKey] = [
    .number(.min), .number(-1), .number(0), .number(1), .number(.max), "", "\0", "\0a", "a",
    "a\0", "a\0b", "ab", "b", "é",
  ]

  @Test func `keys sort as their parts do`() {
    let keys = Self.parts.flatMap { one in [[one]] + Self.parts.map { [one, $0] } }
    for (left, right) in zip(keys, keys.dropFirst()) {
      let (first, second) = (left.flatMap(\.bytes), right.flatMap(\.bytes))
      #expect(first.lexicographicallyPrecedes(second), "\(left) \(right)")
    }
  }

  @Test func `keys are read as they were written, and nothing else is`() {
    for one in Self.parts {
      for other in Self.parts {
        let bytes = [one, other].flatMap(\.bytes)
        #expect(DerivedKey.parts(of: bytes[...]) == [one, other])
        #expect(DerivedKey.parts(of: bytes.dropLast()) == nil)
      }
    }
    #expect(DerivedKey.parts(of: [3]) == nil)
    #expect(DerivedKey.parts(of: []) == [])
  }
}
