import DaybookConsole
import TestSupport
import Testing

struct KeyDecoderTests {
  private func keys(_ chunks: [[UInt8]], flushes: Bool = true) -> [Key] {
    var decoder = KeyDecoder()
    let keys = chunks.flatMap { decoder.keys($0) }
    return flushes ? keys + decoder.flush() : keys
  }

  private func keys(_ text: String) -> [Key] { keys([Array(text.utf8)]) }

  /// What terminals send, and what is meant by it.
  static let samples: [(String, [Key])] = [
    ("a é", [.character("a"), .character(" "), .character("é")]),
    ("語🃏", [.character("語"), .character("🃏")]), ("\r\n", [.enter, .enter]),
    ("\t\u{7F}\u{8}", [.tab, .backspace, .backspace]),
    ("\u{3}\u{1A}\u{15}", [.control("c"), .control("z"), .control("u")]),
    ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]),
    ("\u{1B}OA\u{1B}OB\u{1B}OC\u{1B}OD", [.up, .down, .right, .left]),
    ("\u{1B}[1;5C\u{1B}[1;2A", [.right, .up]),
    ("\u{1B}[5~\u{1B}[6~\u{1B}[3~", [.pageUp, .pageDown, .delete]),
    ("\u{1B}[H\u{1B}[F\u{1B}OH\u{1B}OF", [.home, .end, .home, .end]),
    ("\u{1B}[1~\u{1B}[4~\u{1B}[7~\u{1B}[8~", [.home, .end, .home, .end]),
    ("\u{1B}OP\u{1B}[11~\u{1B}[[A", [.help, .help, .help]),
    ("\u{1B}\u{1B}[A", [.escape, .up]), ("\u{1B}q\u{1B}é", [.alternate("q"), .alternate("é")]),
    // Not known: nothing of them is a key.
    ("\u{1B}[24~1", [.character("1")]), ("\u{1B}[?1;2c2", [.character("2")]),
    ("\u{1B}[<0;10;5M", [.enter]), ("\u{1B}OR3", [.character("3")]),
    ("\u{1B}[[B4", [.character("4")]), ("\u{1B}[12\u{1B}[A", [.up]),
    ("\u{1B}[200~one\r\ntwo\u{1B}[201~x", [.paste("one\r\ntwo"), .character("x")]),
    ("\u{1B}[200~\u{1B}[A1234\u{1B}[201~", [.paste("\u{1B}[A1234")]),
    ("\u{1B}[200~\u{1B}[201~", [.paste("")]),
  ]

  @Test(arguments: samples.indices) func `keys are the same wherever their bytes are split`(
    index: Int
  ) {
    let (text, expected) = Self.samples[index]
    let bytes = Array(text.utf8)
    #expect(keys([bytes]) == expected)
    #expect(keys(bytes.map { [$0] }) == expected)
    for first in 0...bytes.count {
      for second in first...bytes.count {
        let chunks = [bytes[..<first], bytes[first..<second], bytes[second...]].map(Array.init)
        #expect(keys(chunks) == expected, "\(first) \(second)")
      }
    }
  }

  @Test func `escape is a key once nothing follows it`() {
    var decoder = KeyDecoder()
    #expect(decoder.keys([0x1B]) == [])
    #expect(decoder.isPending)
    #expect(decoder.flush() == [.escape])
    #expect(!decoder.isPending)
    #expect(decoder.flush() == [])
    #expect(decoder.keys([0x1B, 0x5B]) == [])
    #expect(decoder.flush() == [.alternate("[")])
    #expect(decoder.keys(Array("1".utf8)) == [.character("1")])
  }

  @Test func `a paste waits for its end, however long that takes, and is bounded`() {
    var decoder = KeyDecoder()
    #expect(decoder.keys(Array("\u{1B}[200~a".utf8)) == [])
    #expect(!decoder.isPending)
    #expect(decoder.flush() == [])
    for _ in 0..<40 { #expect(decoder.keys(Array(repeating: 0x62, count: 4_096)) == []) }
    let end = decoder.keys(Array("\u{1B}[201~q".utf8))
    guard end.count == 2, case .paste(let text) = end[0] else {
      Issue.record("\(end.count) keys")
      return
    }
    #expect(text.utf8.count == KeyDecoder.pasteLimit)
    #expect(end[1] == .character("q"))
  }

  @Test func `broken bytes and controls are no characters`() {
    #expect(keys([[0xFF, 0x61, 0xC3, 0x28, 0xE2, 0x82]]) == [.character("a"), .character("(")])
    #expect(keys([[0xC2, 0x9B, 0x62, 0x00, 0x1F]]) == [.character("b")])
    #expect(keys([[0xED, 0xA0, 0x80, 0xC0, 0xAF, 0x63]]) == [.character("c")])
  }

  @Test(arguments: 0..<200) func `no input upsets it, and a key after a pause is itself`(seed: Int)
  {
    var generator = SeededGenerator(seed: UInt64(seed))
    var decoder = KeyDecoder()
    for _ in 0..<20 {
      let bytes = generator.hostileBytes()
      _ = decoder.keys(Bool.random(using: &generator) ? [0x1B, 0x5B] + bytes : bytes)
    }
    _ = decoder.keys(Array("\u{1B}[201~".utf8))
    _ = decoder.flush()
    #expect(decoder.keys([0x71]) == [.character("q")])
  }
}
