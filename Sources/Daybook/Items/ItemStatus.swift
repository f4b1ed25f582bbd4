/// Where an item stands. Stored as text, so that a value of a newer program is kept and shown.
public struct ItemStatus: RawRepresentable, Hashable, Codable, Sendable {
  /// The text on disk and in JSON.
  public let rawValue: String

  /// Wraps a text.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Captured, not looked at yet.
  public static let inbox = ItemStatus(rawValue: "inbox")
  /// That of an item of which no other was said.
  package static let initial = inbox
  /// Being worked on.
  public static let active = ItemStatus(rawValue: "active")
  /// Finished.
  public static let done = ItemStatus(rawValue: "done")
  /// Kept out of sight.
  public static let archived = ItemStatus(rawValue: "archived")

  /// The values this program knows.
  public static let known: [ItemStatus] = [.inbox, .active, .done, .archived]
}

/// What sort of thing an item is. Stored as text, like ``ItemStatus``.
public struct ItemKind: RawRepresentable, Hashable, Codable, Sendable {
  /// The text on disk and in JSON.
  public let rawValue: String

  /// Wraps a text.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Something to keep.
  public static let note = ItemKind(rawValue: "note")
  /// That of an item of which no other was said.
  package static let initial = note
  /// Something to do.
  public static let task = ItemKind(rawValue: "task")
  /// Something elsewhere.
  public static let link = ItemKind(rawValue: "link")

  /// The values this program knows.
  public static let known: [ItemKind] = [.note, .task, .link]
}
