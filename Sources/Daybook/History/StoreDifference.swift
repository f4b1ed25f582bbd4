public import DaybookEvents
public import DaybookText

/// What differs between two moments of a store: the things that were added, deleted or changed,
/// field by field.
///
/// Every change names what a field held at the first moment and what it holds at the second: put
/// in place, they turn the first into the second.
public struct StoreDifference: Equatable, Sendable {
  /// What became of a thing.
  public enum Fate: String, CaseIterable, Sendable {
    /// It was not there, and is now.
    case added
    /// It was there, and some of its fields hold something else now.
    case changed
    /// It was there, and is deleted now.
    case deleted
    /// It was deleted, and is there again.
    case restored
    /// It was not there, and was added and deleted in between.
    case cameAndWent
  }

  /// One thing that differs.
  public struct Thing: Equatable, Sendable {
    /// Its id.
    public let id: EntityID
    /// What sort of thing: `item`, `collection`, `deck`, `card`, `note`, `noteType`, `media` or
    /// `setting`.
    public let kind: String
    /// The shortest beginning of its handle that names it alone.
    public let handle: String
    /// What it is called at the second moment: its title, name or question.
    public let label: Text
    /// What became of it.
    public let fate: Fate
    /// The fields that differ.
    public let fields: [FieldChange]
    /// Of a card: when it was due and when it is due, where that differs.
    public let due: DueChange?
  }

  /// When a card is to be shown again, before and after; nil while it is new.
  public struct DueChange: Equatable, Sendable {
    /// Before.
    public let old: TimeValue?
    /// After.
    public let new: TimeValue?
  }

  /// The things: items first, then collections, decks, cards and what notes are made of, each
  /// sort in the order of its ids, which is that in which most came to be.
  public let things: [Thing]

  /// How many things shared a fate.
  public func count(of fate: Fate) -> Int { things.count { $0.fate == fate } }
}
