/// Two texts that come from a third, put together line by line: what only one side changed is
/// taken from there, and what both changed in the same place is left to a person.
///
/// This is diff3 (Khanna, Kunal and Pierce, "A Formal Investigation of Diff3", 2007): lines that
/// both sides kept part the texts into stretches, and a stretch collides where both sides changed
/// it, each in its own way.
public struct ThreeWayMerge: Equatable, Sendable {
  /// A line without its line feed. Lines are bytes: text need not be valid UTF-8.
  public typealias Line = [UInt8]

  /// A stretch of the result.
  public enum Part: Equatable, Sendable {
    /// Lines that are as both sides have them, or as the side that changed them does.
    case agreed([Line])
    /// Lines that both sides changed, each in its own way.
    case collision(ours: [Line], base: [Line], theirs: [Line])
  }

  /// The stretches, in order. No two neighbours are both agreed.
  public let parts: [Part]

  /// Merges two texts that come from `base`.
  ///
  /// - Complexity: that of aligning the lines of `base` with those of each side: linear where
  ///   they agree, at most the product of the lines that differ.
  public init(base: Text, ours: Text, theirs: Text) {
    var numbers = LineNumbers()
    let base = Stretch(base, &numbers)
    let (ours, theirs) = (Stretch(ours, &numbers), Stretch(theirs, &numbers))
    var builder = Builder()
    var (low, left, right) = (0, 0, 0)
    for anchor in Self.anchors(base, ours, theirs) {
      builder.add(
        ours[left..<anchor.ours], base[low..<anchor.base], theirs[right..<anchor.theirs])
      builder.agree([base.lines[anchor.base]])
      (low, left, right) = (anchor.base + 1, anchor.ours + 1, anchor.theirs + 1)
    }
    builder.add(ours[left...], base[low...], theirs[right...])
    parts = builder.parts
  }

  /// Whether a person has to decide something.
  public var hasCollisions: Bool {
    parts.contains { if case .collision = $0 { true } else { false } }
  }

  /// The merged text; nil where lines collide.
  public var text: Text? {
    var lines: [Line] = []
    for part in parts {
      guard case .agreed(let more) = part else { return nil }
      lines += more
    }
    return Text(bytes: Self.joined(lines))
  }

  private static func joined(_ lines: [Line]) -> [UInt8] { Array(lines.joined(separator: [10])) }

  /// A line of the base that both sides kept.
  private struct Anchor {
    let base, ours, theirs: Int
  }

  private static func anchors(_ base: Stretch, _ ours: Stretch, _ theirs: Stretch) -> [Anchor] {
    var kept: [Int: Int] = [:]
    for (line, place) in Alignment.matches(base.numbers, ours.numbers) { kept[line] = place }
    return Alignment.matches(base.numbers, theirs.numbers).compactMap { line, place in
      kept[line].map { Anchor(base: line, ours: $0, theirs: place) }
    }
  }
}

extension ThreeWayMerge {
  /// The lines that mark a collision in a document for an editor, as `diff3 -m` and git write
  /// them: longer where a line of the texts begins with such a mark itself.
  public struct Marks: Equatable, Sendable {
    /// Before our lines.
    public let start: Line
    /// Before the lines that both come from.
    public let base: Line
    /// Before their lines.
    public let middle: Line
    /// After their lines.
    public let end: Line

    init(length: Int, ours: String, theirs: String) {
      func mark(_ letter: UInt8, _ label: String = "") -> Line {
        Array(repeating: letter, count: length) + Array((label.isEmpty ? "" : " " + label).utf8)
      }
      start = mark(UInt8(ascii: "<"), ours)
      base = mark(UInt8(ascii: "|"), "base")
      middle = mark(UInt8(ascii: "="))
      end = mark(UInt8(ascii: ">"), theirs)
    }

    /// Whether a text still has such a line.
    public func remain(in text: Text) -> Bool {
      let marks = [start, base, middle, end]
      return text.bytes.split(separator: 10).contains { marks.contains(Array($0)) }
    }
  }

  /// The result as a document for an editor, collisions between marks.
  ///
  /// - Parameters:
  ///   - ours: what our side is called, such as the name of a replica.
  ///   - theirs: what the other side is called.
  public func document(ours: String, theirs: String) -> (text: Text, marks: Marks) {
    let marks = Marks(length: markLength, ours: ours, theirs: theirs)
    var lines: [Line] = []
    for part in parts {
      switch part {
      case .agreed(let more): lines += more
      case .collision(let ours, let base, let theirs):
        lines += [marks.start] + ours + [marks.base] + base
        lines += [marks.middle] + theirs + [marks.end]
      }
    }
    return (Text(bytes: Self.joined(lines)), marks)
  }

  /// 7, or one more than the longest row of a mark's letters that begins a line of the texts.
  private var markLength: Int {
    var length = 7
    for line in parts.flatMap(\.lines) {
      guard let first = line.first, "<|=>".utf8.contains(first) else { continue }
      length = max(length, line.prefix { $0 == first }.count + 1)
    }
    return length
  }
}

extension ThreeWayMerge.Part {
  fileprivate var lines: [ThreeWayMerge.Line] {
    switch self {
    case .agreed(let lines): lines
    case .collision(let ours, let base, let theirs): ours + base + theirs
    }
  }
}

/// Gives equal lines equal numbers, which are cheaper to compare.
private struct LineNumbers {
  private var numbers: [ThreeWayMerge.Line: Int] = [:]

  mutating func number(_ line: ThreeWayMerge.Line) -> Int {
    if let known = numbers[line] { return known }
    numbers[line] = numbers.count
    return numbers.count - 1
  }
}

/// The lines of a text, with their numbers.
private struct Stretch {
  let lines: [ThreeWayMerge.Line]
  let numbers: [Int]

  init(_ text: Text, _ numbers: inout LineNumbers) {
    // Of no text there are no lines; else the last is empty where the text ends in a line feed.
    lines =
      text.isEmpty
      ? [] : text.bytes.split(separator: 10, omittingEmptySubsequences: false).map { Array($0) }
    self.numbers = lines.map { numbers.number($0) }
  }

  subscript(_ range: some RangeExpression<Int>) -> [ThreeWayMerge.Line] { Array(lines[range]) }
}

/// Puts stretches together.
private struct Builder {
  private(set) var parts: [ThreeWayMerge.Part] = []

  mutating func agree(_ lines: [ThreeWayMerge.Line]) {
    guard !lines.isEmpty else { return }
    if case .agreed(let before) = parts.last {
      parts[parts.count - 1] = .agreed(before + lines)
    } else {
      parts.append(.agreed(lines))
    }
  }

  /// Adds what lies between two lines that both sides kept.
  mutating func add(
    _ ours: [ThreeWayMerge.Line], _ base: [ThreeWayMerge.Line], _ theirs: [ThreeWayMerge.Line]
  ) {
    if theirs == base || ours == theirs { return agree(ours) }
    if ours == base { return agree(theirs) }
    parts.append(.collision(ours: ours, base: base, theirs: theirs))
  }
}
