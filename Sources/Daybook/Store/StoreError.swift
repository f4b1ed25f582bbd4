public import DaybookEvents

/// What can be asked of a store that it cannot do. Nothing is changed by any of these.
public enum StoreError: Error, Equatable {
  /// There is no store in the directory.
  case noStore(path: String)
  /// The directory holds something else.
  case notAStore(path: String)
  /// A newer program has written the store; it can be read.
  case newerStore
  /// No thing has this id, or an id that begins so.
  case unknownID(String)
  /// Several things have an id that begins so.
  case ambiguousID(String, candidates: [EntityID])
  /// Several events have this name, or one that begins so.
  case ambiguousEvent(String, candidates: [String])
  /// The thing is not of the kind that was asked for.
  case wrongKind(EntityID, expected: String)
  /// No collection or deck has this name.
  case unknownName(String, kind: String)
  /// Several collections or decks have this name.
  case ambiguousName(String, kind: String, candidates: [EntityID])
  /// A live collection or deck has this name already.
  case nameTaken(String, EntityID)
  /// The thing is deleted; it must be restored first.
  case deleted(EntityID)
  /// The collection or deck was joined into another.
  case joined(EntityID, into: EntityID)
  /// A collection or deck can't be joined into itself.
  case joinedIntoItself(EntityID)
  /// Nothing that was written about the thing is left to erase.
  case alreadyErased(EntityID)
  /// What was shown has changed before it was written.
  case changedMeanwhile(EntityID)
  /// The thing was written to by something that was not seen when the change was made up.
  case changedSince(EntityID)
  /// There is no conflict on this thing.
  case noConflict(EntityID)
  /// What is in conflict about the thing is no text.
  case noTextConflict(EntityID)
  /// The event is none of the writes in conflict, which are the choices.
  case notAChoice(String, choices: [String])
  /// The event made several of the writes in conflict about the thing: an import of an older
  /// version, which wrote a field and what the source says instead of it at once.
  case ambiguousChoice(String, EntityID)
  /// Of what is in conflict both cannot be kept; the writes that can be are the choices.
  case onlyOneCanBeKept(EntityID, choices: [String])
  /// A title, a name or a question is nothing but white space; the sort of text.
  case blankText(String)
  /// The name of a program, a kind, an event or a value of a program's own is not made of letters,
  /// digits, `.`, `-` and `_`, is too long, or names no program; the name.
  case invalidCustomName(String)
  /// An event of a program's own writes more values than one may; how many.
  case tooManyValues(Int)
  /// The key of a row of a derived view is over 440 bytes.
  case derivedKeyTooLong(bytes: Int)
  /// Text holds a NUL byte.
  case nulByte
  /// Text is over 1 MiB.
  case textTooLarge(bytes: Int)
  /// The fields of a note make no card.
  case noteWithoutCards
  /// Nothing was said that could be written.
  case nothingToChange
  /// While a view was built anew, another process began to build it too, something was erased or a
  /// clock corrected: what was built is of no use then.
  case rebuiltElsewhere
  /// The store is open for reading only.
  case readOnly
}
