import DaybookText
import TestSupport
import Testing

/// Texts put together line by line.
struct ThreeWayMergeTests {
  private func lines(_ words: String) -> Text {
    Text(words.split(separator: " ").joined(separator: "\n"))
  }

  private func merged(_ base: String, _ ours: String, _ theirs: String) -> ThreeWayMerge {
    ThreeWayMerge(base: lines(base), ours: lines(ours), theirs: lines(theirs))
  }

  @Test func `what one side changed is taken from there`() {
    #expect(merged("a b c d", "a B c d", "a b c D").text == lines("a B c D"))
    #expect(merged("a b c", "a x b c", "a b c y").text == lines("a x b c y"))
    #expect(merged("a b c d", "a c d", "a b c d e").text == lines("a c d e"))
  }

  @Test func `what both changed alike is no collision`() {
    #expect(merged("a b c", "a B c", "a B c").text == lines("a B c"))
    #expect(merged("", "a b", "a b").text == lines("a b"))
  }

  @Test func `what both changed each in its own way stands between marks with the base`() {
    let merge = merged("a b c", "a ours c", "a theirs c")
    #expect(merge.hasCollisions && merge.text == nil)
    let (document, marks) = merge.document(ours: "laptop", theirs: "phone")
    #expect(
      document.string == """
        a
        <<<<<<< laptop
        ours
        ||||||| base
        b
        =======
        theirs
        >>>>>>> phone
        c
        """)
    #expect(marks.remain(in: document))
    #expect(!marks.remain(in: "a\n======= heading\nc"))
  }

  @Test func `a deletion of what the other side changed collides`() {
    let merge = merged("a b c", "a c", "a B c")
    #expect(
      merge.parts == [
        .agreed([[0x61]]), .collision(ours: [], base: [[0x62]], theirs: [[0x42]]),
        .agreed([[0x63]]),
      ])
  }

  @Test func `texts that share nothing collide as a whole`() {
    #expect(
      merged("", "one", "other").parts == [
        .collision(ours: [Array("one".utf8)], base: [], theirs: [Array("other".utf8)])
      ])
  }

  @Test func `marks are longer than what looks like one in the text`() {
    let merge = merged("a", "=======", "<<<<<<<<<")
    let marks = merge.document(ours: "x", theirs: "y").marks
    #expect(marks.middle.count == 10)
    #expect(!marks.remain(in: "=======\n<<<<<<<<<"))
  }

  @Test func `bytes that are no text come out as they went in`() {
    let odd = Text(bytes: [0xFF, 10, 0x62, 10])
    #expect(ThreeWayMerge(base: odd, ours: odd, theirs: odd).text == odd)
    let ours = Text(bytes: [0xFF, 10, 0x63, 10])
    #expect(ThreeWayMerge(base: odd, ours: ours, theirs: odd).text == ours)
  }

  /// Random edits of few different lines, where much looks alike.
  private func edited(_ base: [Int], _ random: inout SeededGenerator) -> [Int] {
    var lines = base
    for _ in 0..<random.below(4) {
      let place = random.below(lines.count + 1)
      switch random.below(3) {
      case 0: lines.insert(random.below(5), at: place)
      case 1: if place < lines.count { lines.remove(at: place) }
      default: if place < lines.count { lines[place] = random.below(5) }
      }
    }
    return lines
  }

  private func text(_ lines: [Int]) -> Text {
    Text(lines.map { "line \($0)" }.joined(separator: "\n"))
  }

  @Test func `random texts keep the rules of merging`() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<3000 {
      let base = (0..<random.below(8)).map { _ in random.below(5) }
      let (one, other) = (edited(base, &random), edited(base, &random))
      let (common, ours, theirs) = (text(base), text(one), text(other))
      #expect(ThreeWayMerge(base: common, ours: ours, theirs: common).text == ours)
      #expect(ThreeWayMerge(base: common, ours: common, theirs: theirs).text == theirs)
      #expect(ThreeWayMerge(base: common, ours: ours, theirs: ours).text == ours)
      let merge = ThreeWayMerge(base: common, ours: ours, theirs: theirs)
      let mirrored = ThreeWayMerge(base: common, ours: theirs, theirs: ours)
      #expect(merge.text == mirrored.text)
      // Each side's text is what the merge makes of it where it decides every collision.
      #expect(merge.text != nil || merge.hasCollisions)
    }
  }

  @Test func `edits of separate paragraphs are always both kept`() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<2000 {
      let first = (0..<1 + random.below(4)).map { _ in random.below(5) }
      let last = (0..<1 + random.below(4)).map { _ in random.below(5) }
      let (one, other) = (edited(first, &random), edited(last, &random))
      // A line that is nowhere else keeps them apart.
      func whole(_ first: [Int], _ last: [Int]) -> Text { text(first + [99] + last) }
      let merge = ThreeWayMerge(
        base: whole(first, last), ours: whole(one, last), theirs: whole(first, other))
      #expect(merge.text == whole(one, other))
    }
  }
}
