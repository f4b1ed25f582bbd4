/// How a command is taken back.
public struct UndoOptions: Equatable, Sendable {
  /// What becomes of fields that were written to since.
  public enum Policy: Equatable, Sendable {
    /// Nothing is taken back then. Of a batch, such as an import, they are left all the same.
    case refuse
    /// They are left as they are; the rest is taken back.
    case leave
    /// They are written over; what they held stays readable in the log.
    case overwrite
    /// Fields of these names are written over, others left: `title`, `tag home`, `in Garden`; of
    /// a kind of which there are several the kind alone means all, as `tag`; `life` for whether a
    /// thing is there.
    case overwriteFields(Set<String>)
  }

  /// What becomes of fields that were written to since.
  public var policy: Policy
  /// Whether a command of a batch, such as an import, is taken back alone.
  public var isAlone: Bool
  /// Whether it is only worked out what would be done.
  public var isDryRun: Bool

  /// Refuses where something was written since, takes batches back whole, and means it.
  public init(policy: Policy = .refuse, isAlone: Bool = false, isDryRun: Bool = false) {
    self.policy = policy
    self.isAlone = isAlone
    self.isDryRun = isDryRun
  }
}
