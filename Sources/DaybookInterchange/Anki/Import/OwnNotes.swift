import Daybook
import DaybookEvents

/// Notes and cards that were made here, by the identity under which an export writes them: what
/// comes back from Anki comes back to them, and what was deleted here stays so.
struct OwnNotes {
  /// What an identity stands for.
  enum Target {
    case note(EntityID)
    case card(EntityID)
  }

  private var targets: [String: Target] = [:]

  /// Looks at every note and card of a store.
  init(_ store: Store) throws {
    try store.read { moment, transaction in
      try moment.eachNote(without: AnkiNoteMapper.guidField, transaction) { id, isCard in
        targets[Self.guid(of: id)] = isCard ? .card(id) : .note(id)
      }
    }
  }

  /// What an identity stands for; nil for what was not made here.
  subscript(guid: String) -> Target? { targets[guid] }

  /// The identity of a note or card that was made here.
  static func guid(of id: EntityID) -> String {
    var digest = Digest()
    digest.update(Array("daybook:\(id)".utf8))
    return AnkiNote.guid(of: digest.finalize())
  }
}
