package import DaybookEvents

/// A tag and how many live items have it.
public struct TagCount: Hashable, Sendable {
  /// The tag, as it was first spelled.
  public let name: String
  /// How many live items have it.
  public let items: Int
  /// What its name makes of it.
  package let id: EntityID
}
