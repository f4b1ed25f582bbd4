import Daybook
import DaybookConsole

/// Words that name items and tags to put on (`+work`) or take off (`-home`).
struct TagWords {
  /// The words that are ids.
  private(set) var items: [Word] = []
  /// Tags to put on.
  private(set) var added: [String] = []
  /// Tags to take off.
  private(set) var removed: [String] = []

  /// Tells the words apart by their first character.
  ///
  /// - Throws: a usage error for a tag without a name, or put on and taken off at once.
  init(_ words: [Word]) throws {
    for word in words {
      switch word.bytes.first {
      case UInt8(ascii: "+"): added += try Self.names([word.droppingFirst])
      case UInt8(ascii: "-"): removed += try Self.names([word.droppingFirst])
      default: items.append(word)
      }
    }
    let ids = Set(added.map { Tag.id($0) })
    guard !removed.contains(where: { ids.contains(Tag.id($0)) }) else {
      throw UsageError.contradiction("A tag can't be put on and taken off at once")
    }
  }

  /// The names of tags.
  ///
  /// - Throws: a usage error for one of white space alone.
  static func names(_ words: [Word]) throws -> [String] {
    try words.map { word in
      guard !Tag.isNameless(word.string) else { throw UsageError.missing("the name of a tag") }
      return word.string
    }
  }
}

extension Word {
  /// The word without its first byte.
  fileprivate var droppingFirst: Word { Word(bytes: Array(bytes.dropFirst())) }
}
