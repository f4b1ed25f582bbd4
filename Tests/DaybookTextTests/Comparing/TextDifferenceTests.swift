import DaybookText
import TestSupport
import Testing

/// Texts compared by words, and what the comparison rests on.
struct TextDifferenceTests {
  private func marked(_ difference: TextDifference) -> String {
    difference.pieces.map { piece in
      switch piece {
      case .same(let text): text.string
      case .removed(let text): "[-\(text.string)-]"
      case .added(let text): "{+\(text.string)+}"
      }
    }.joined()
  }

  @Test(arguments: [
    ("Buy seeds", "Buy good seeds", "Buy {+good +}seeds"),
    ("Buy seeds", "Buy bulbs", "Buy [-seeds-]{+bulbs+}"),
    ("one two three", "uno due three", "[-one two-]{+uno due+} three"),
    ("a\nb", "a\nc", "a\n[-b-]{+c+}"),
    ("call at 9:30!", "call at 10:30!", "call at [-9-]{+10+}:30!"),
    ("", "new", "{+new+}"),
    ("old", "", "[-old-]"),
    ("", "", ""),
    ("日本語を学ぶ", "日本語を教える", "日本語を[-学ぶ-]{+教える+}"),
    ("e\u{301}t\u{e9}", "\u{e9}t\u{e9}", "[-e\u{301}t\u{e9}-]{+\u{e9}t\u{e9}+}"),
  ])
  func `what changed is told by words`(old: String, new: String, marked: String) {
    let difference = TextDifference(from: Text(old), to: Text(new))
    #expect(Array(self.marked(difference).utf8) == Array(marked.utf8))
    #expect(difference.isEmpty == (old == new && old.utf8.elementsEqual(new.utf8)))
  }

  @Test func `both texts come back byte for byte, whatever they are`() {
    var random = SeededGenerator(seed: 1)
    let words = ["a", "b", "été", "日", "本", " ", " ", "\n", "-", "👩‍👩‍👧", "\t", "word"]
    for _ in 0..<3000 {
      func text() -> Text {
        var bytes = (0..<random.below(12)).flatMap { _ in
          Array(words[random.below(words.count)].utf8)
        }
        if random.below(5) == 0 { bytes.insert(0xFF, at: random.below(bytes.count + 1)) }
        return Text(bytes: bytes)
      }
      let (old, new) = (text(), text())
      let difference = TextDifference(from: old, to: new)
      #expect(difference.old == old)
      #expect(difference.new == new)
      #expect(difference.isEmpty == (old == new))
    }
  }

  @Test func `places that correspond are equal and ascend, and small ones are as many as can be`() {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<2000 {
      let left = (0..<random.below(9)).map { _ in random.below(4) }
      let right = (0..<random.below(9)).map { _ in random.below(4) }
      let matches = Alignment.matches(left, right)
      expectSound(matches, left, right)
      #expect(matches.count == longestCommon(left[...], right[...]))
    }
  }

  @Test func `long texts are cut where they agree, in little time`() {
    let left = (0..<30_000).map { $0 }
    var right = left
    for index in stride(from: 5, to: right.count, by: 97) { right[index] = -index }
    right.removeSubrange(20_000..<20_500)
    let matches = Alignment.matches(left, right)
    expectSound(matches, left, right)
    let kept = Set(right).intersection(left).count
    #expect(matches.count == kept)
  }

  @Test func `long texts without any likeness differ as a whole, in little time`() {
    // Nothing occurs once, so there is nothing to cut them at.
    let left = (0..<60_000).map { $0 / 2 }
    let right = Array(left.map { $0 + 1 }.reversed())
    expectSound(Alignment.matches(left, right), left, right)
    // Every cut lets one more element occur once.
    let ladder = (0..<60_000).map { $0 % 2 == 0 ? $0 / 2 + 2 : $0 / 2 }
    let spaced = ladder.flatMap { [-$0, $0] }
    expectSound(Alignment.matches(ladder, spaced), ladder, spaced)
  }

  private func expectSound(_ matches: [(Int, Int)], _ left: [Int], _ right: [Int]) {
    #expect(matches.allSatisfy { left[$0.0] == right[$0.1] })
    #expect(zip(matches, matches.dropFirst()).allSatisfy { $0.0 < $1.0 && $0.1 < $1.1 })
  }

  private func longestCommon(_ left: ArraySlice<Int>, _ right: ArraySlice<Int>) -> Int {
    guard let first = left.first, let other = right.first else { return 0 }
    if first == other { return 1 + longestCommon(left.dropFirst(), right.dropFirst()) }
    return max(
      longestCommon(left.dropFirst(), right), longestCommon(left, right.dropFirst()))
  }
}
