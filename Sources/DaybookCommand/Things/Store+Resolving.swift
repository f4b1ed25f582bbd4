import Daybook
import DaybookConsole
import DaybookEvents

extension Store {
  /// The things that words name, each once, in order: of any kind, or of one.
  ///
  /// - Throws: for the first word that names nothing, or not one thing.
  func resolve(_ words: [Word], as kind: ThingKind? = nil) throws -> [EntityID] {
    try things(named: words.map(\.string), as: kind)
  }

  /// What a word stands for that names a collection or deck, where several of a name can be taken
  /// together.
  func resolveAll(_ word: Word, as kind: ThingKind) throws -> [EntityID] {
    try all(named: word.string, as: kind)
  }

  /// The thing that a word names.
  func resolve(_ word: Word, as kind: ThingKind? = nil, at time: PastTime? = nil) throws -> EntityID
  {
    try thing(named: word.string, as: kind, at: time)
  }
}

extension [Word] {
  /// Several words as one text, joined by spaces.
  var joined: Text {
    let parts: [[UInt8]] = map { $0.bytes }
    return Text(bytes: [UInt8](parts.joined(separator: [32])))
  }
}
