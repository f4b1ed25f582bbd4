import DaybookEvents
import Foundation
import TestSupport
import Testing

/// Ids: their versions, their handles, their names.
struct EntityIDTests {
  @Test func `a new id is a version 7 UUID of its time`() {
    var random = SeededGenerator(seed: 1)
    let id = EntityID(milliseconds: 1_700_000_000_000, random: &random)
    let text = id.description
    #expect(text.hasPrefix("018bcfe5-6800-7"))
    #expect("89ab".contains(text[text.index(text.startIndex, offsetBy: 19)]))
    #expect(EntityID(text) == id)
    #expect(EntityID(text.filter { $0 != "-" }) == id)
  }

  @Test func `an id is kept as its text, and other text is none`() throws {
    let id = EntityID(name: "a", "b")
    let bytes = try JSONEncoder().encode([id])
    #expect(String(decoding: bytes, as: UTF8.self) == "[\"\(id)\"]")
    #expect(try JSONDecoder().decode([EntityID].self, from: bytes) == [id])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([EntityID].self, from: Data("[\"b\"]".utf8))
    }
  }

  @Test func `the same name makes the same version 8 id everywhere`() {
    let id = EntityID(name: "taskwarrior", "71c21200-5e9b-4c1b-be42-2f53c9047006")
    #expect(id == EntityID(name: "taskwarrior", "71c21200-5e9b-4c1b-be42-2f53c9047006"))
    #expect(Array(id.description)[14] == "8")
    #expect(EntityID(name: "a", "bc") != EntityID(name: "ab", "c"))
  }

  @Test func `a handle is the id turned, its random digits first`() {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<1_000 {
      let id = EntityID(milliseconds: 1_700_000_000_000, random: &random)
      let digits = id.description.filter { $0 != "-" }
      #expect(id.handleDigits == String(digits.dropFirst(17) + digits.prefix(17)))
      #expect(EntityID(handle: id.handle) == id)
      #expect(EntityID(key: id.key) == id)
    }
  }

  @Test func `what is no id is nil`() {
    let texts = [
      "", "zz", "018bcfe5-6800-7000-8000-00000000000", "0123456789abcdef0123456789abcdeg",
    ]
    for text in texts {
      #expect(EntityID(text) == nil)
    }
    #expect(EntityID(bytes: [1, 2, 3]) == nil)
  }
}
