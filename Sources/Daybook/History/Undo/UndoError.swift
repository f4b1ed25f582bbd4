public import DaybookEvents

/// Why nothing was taken back. Nothing is changed by any of these.
public enum UndoError: Error, Equatable {
  /// No event here has this name, or one that begins so.
  case unknownCommand(String)
  /// Several events have a name that begins so.
  case ambiguousCommand(String, candidates: [String])
  /// This machine has done nothing that is not taken back already.
  case nothingToUndo
  /// This machine has taken nothing back that does not hold again.
  case nothingToRedo
  /// So many fields were written to since, which taking the command back would overwrite. Which,
  /// and by whom, ``Store/undo(_:_:)`` tells with ``UndoOptions/isDryRun``.
  case writtenSince(EventName, fields: Int)
  /// What cannot be taken back by anything: an erasure, or what concerns a replica as such.
  case notUndoable
}
