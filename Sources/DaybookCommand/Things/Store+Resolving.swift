import Daybook
import DaybookConsole
import DaybookEvents

extension Store {
  /// The things that words name, each once, in order: of any kind, or of one.
  ///
  /// - Throws: for the first word that names nothing, or not one thing.
  func resolve(_ words: [Word], as kind: ThingKind? = nil) throws -> [EntityID] {
    try read { moment, transaction in
      var seen: Set<EntityID> = []
      return try words.map { word in
        try kind.map { try moment.resolve(word.string, as: $0, transaction) }
          ?? moment.resolve(word.string, transaction)
      }.filter { seen.insert($0).inserted }
    }
  }

  /// What a word stands for that names a collection or deck, where several of a name can be taken
  /// together.
  func resolveAll(_ word: Word, as kind: ThingKind) throws -> [EntityID] {
    try read { try $0.resolveAll(word.string, as: kind, $1) }
  }

  /// The thing that a word names.
  func resolve(_ word: Word, as kind: ThingKind? = nil) throws -> EntityID {
    guard let id = try resolve([word], as: kind).first else {
      throw StoreError.unknownID(word.string)
    }
    return id
  }
}

extension [Word] {
  /// Several words as one text, joined by spaces.
  var joined: Text {
    let parts: [[UInt8]] = map { $0.bytes }
    return Text(bytes: [UInt8](parts.joined(separator: [32])))
  }
}
