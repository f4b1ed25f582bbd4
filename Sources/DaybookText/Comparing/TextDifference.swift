/// What became of a text, word by word.
///
/// ```swift
/// let difference = TextDifference(from: "Buy seeds", to: "Buy good seeds")
/// // [.same("Buy "), .added("good "), .same("seeds")]
/// ```
public struct TextDifference: Equatable, Sendable {
  /// A stretch of text that fared alike.
  public enum Piece: Equatable, Sendable {
    /// In both texts.
    case same(Text)
    /// In the old text only.
    case removed(Text)
    /// In the new text only.
    case added(Text)
  }

  /// The stretches in order, what was removed before what was added in its place; none is empty.
  public private(set) var pieces: [Piece] = []

  /// Compares two texts by words: letters and digits that stand together, single characters of
  /// scripts without spaces, single signs, white space. The pieces hold every byte of both texts.
  ///
  /// - Complexity: O(*n* log *n*) where little changed; never more than a second or so for texts
  ///   of 1 MiB: what can't be aligned in that time differs as a whole.
  public init(from old: Text, to new: Text) {
    let (left, right) = (TextWords.words(of: old), TextWords.words(of: new))
    var (start, end) = (0, 0)
    for (nextLeft, nextRight) in Alignment.matches(left, right) + [(left.count, right.count)] {
      append(.removed(Self.text(left[start..<nextLeft])))
      append(.added(Self.text(right[end..<nextRight])))
      guard nextLeft < left.count else { break }
      append(.same(Self.text(left[nextLeft...nextLeft])))
      (start, end) = (nextLeft + 1, nextRight + 1)
    }
    joinAcrossSpaces()
  }

  /// Whether nothing changed.
  public var isEmpty: Bool {
    pieces.allSatisfy { if case .same = $0 { true } else { false } }
  }

  /// The text before.
  public var old: Text {
    Text(
      bytes: pieces.flatMap { piece -> [UInt8] in
        if case .added = piece { [] } else { piece.text.bytes }
      })
  }

  /// The text after.
  public var new: Text {
    Text(
      bytes: pieces.flatMap { piece -> [UInt8] in
        if case .removed = piece { [] } else { piece.text.bytes }
      })
  }

  private static func text(_ words: ArraySlice<ArraySlice<UInt8>>) -> Text {
    Text(bytes: Array(words.joined()))
  }

  private mutating func append(_ piece: Piece) {
    guard !piece.text.isEmpty else { return }
    guard let joined = pieces.last?.joined(piece) else { return pieces.append(piece) }
    pieces[pieces.count - 1] = joined
  }

  /// Two changes with nothing but spaces between them are one change of several words.
  private mutating func joinAcrossSpaces() {
    let all = pieces
    pieces = []
    var (removed, added): ([UInt8], [UInt8]) = ([], [])
    func isBlank(_ text: Text) -> Bool { text.bytes.allSatisfy { $0 == 32 || $0 == 9 } }
    for (index, piece) in all.enumerated() {
      switch piece {
      case .removed(let text): removed += text.bytes
      case .added(let text): added += text.bytes
      case .same(let text)
      where isBlank(text) && index + 1 < all.count && !removed.isEmpty
        && !added.isEmpty:
        removed += text.bytes
        added += text.bytes
      case .same:
        append(.removed(Text(bytes: removed)))
        append(.added(Text(bytes: added)))
        append(piece)
        (removed, added) = ([], [])
      }
    }
    append(.removed(Text(bytes: removed)))
    append(.added(Text(bytes: added)))
  }
}

extension TextDifference.Piece {
  /// The text of the stretch.
  public var text: Text {
    switch self {
    case .same(let text), .removed(let text), .added(let text): text
    }
  }

  /// Both as one; nil where they fared differently.
  fileprivate func joined(_ next: Self) -> Self? {
    let text = Text(bytes: self.text.bytes + next.text.bytes)
    switch (self, next) {
    case (.same, .same): return .same(text)
    case (.removed, .removed): return .removed(text)
    case (.added, .added): return .added(text)
    default: return nil
    }
  }
}
