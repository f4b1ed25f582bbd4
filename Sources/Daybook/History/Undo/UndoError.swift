public import DaybookEvents

/// Why nothing was taken back. Nothing is changed by any of these.
public enum UndoError: Error, Equatable {
  /// No event here has this name, or one that begins so.
  case unknownCommand(String)
  /// This machine has done nothing that is not taken back already.
  case nothingToUndo
  /// The same, and the last thing that happened here was a merge, which can be taken back by name.
  case onlyMerged(MergeArrival)
  /// This machine has taken nothing back that does not hold again.
  case nothingToRedo
  /// So many fields were written to since, which taking the command back would overwrite. Which,
  /// and by whom, ``Store/undo(_:_:)`` tells with ``UndoOptions/isDryRun``.
  case writtenSince(EventName, fields: Int)
  /// A field to write over has none of the names that the command could give back. Which could, and
  /// are in the way.
  case unknownField(String, inTheWay: [String])
  /// The last thing that this machine did and that holds is an erasure or a clock correction. What
  /// came before is taken back only when it is named.
  case lastIsFinal(FinalDeed)
  /// What cannot be taken back by anything: an erasure, or what concerns a replica as such.
  case notUndoable

  /// What a person does and nothing takes back.
  public enum FinalDeed: Sendable {
    /// Something was erased.
    case erasure
    /// A clock was corrected.
    case clockCorrection
  }
}
