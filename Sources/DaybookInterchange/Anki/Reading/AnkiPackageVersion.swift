/// The three forms of packages.
package enum AnkiPackageVersion: Int, CaseIterable, Equatable, Sendable {
  /// The oldest: everything in `collection.anki2`.
  case legacy1 = 1
  /// What programs older than 2022 and some others read.
  case legacy2 = 2
  /// What Anki writes now: packed with Zstandard.
  case latest = 3

  /// The entry with the collection.
  var collectionEntry: String {
    switch self {
    case .legacy1: "collection.anki2"
    case .legacy2: "collection.anki21"
    case .latest: "collection.anki21b"
    }
  }

  /// Whether the collection, the list of files and each file are packed once more, for themselves.
  var isPacked: Bool { self == .latest }
}

/// The names of entries that are no files of notes.
enum AnkiEntry {
  static let meta = "meta"
  static let media = "media"
  /// The collection of the oldest form; in newer packages, a notice for old programs.
  static let notice = "collection.anki2"
}
