import DaybookConsole
import TestSupport
import Testing

/// Arguments come out byte for byte as they were typed.
struct WordTests {
  @Test func `any bytes survive the shield`() {
    var random = SeededGenerator(seed: 7)
    let awkward: [[UInt8]] = [
      [], [45], Array("-5 degrees".utf8), [0xFF], [0x63, 0xE9], Array("\u{10FE01}".utf8),
      Array("\u{10FFFD}-x".utf8), [45, 0xC3],
    ]
    let random8 = (0..<2_000).map { _ in
      (0..<Int.random(in: 0..<12, using: &random)).map { _ in
        UInt8.random(in: 1...255, using: &random)
      }
    }
    for bytes in awkward + random8 where !bytes.starts(with: [45, 45]) && bytes != [45, 104] {
      let shielded = Word.shielded([bytes])
      #expect(shielded.count == 1)
      #expect(Word(argument: shielded[0])?.bytes == bytes)
    }
  }

  @Test func `options are left alone, and what follows two dashes is text`() {
    let words = ["--json", "-tag:home", "-h", "-", "--", "-5", "-"].map { Array($0.utf8) }
    let shielded = Word.shielded(words)
    #expect(shielded[0] == "--json")
    #expect(shielded[1] != "-tag:home")
    #expect(shielded[2...4] == ["-h", "-", "--"])
    let read = shielded.map { Word(argument: $0) }
    #expect(read.map { $0?.string } == words.map { String(decoding: $0, as: UTF8.self) })
    #expect(read.map { $0?.isLiteral } == [false, false, false, false, false, true, true])
    #expect(read.map { $0?.isInput } == [false, false, false, true, false, false, false])
    #expect(Word.unshielded(shielded[5]) == Array("-5".utf8))
  }
}
