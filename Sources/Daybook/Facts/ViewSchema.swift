import DaybookEvents

/// What a view is: the rows it holds, and what events write to them. A feature declares one.
package struct ViewSchema: Sendable {
  /// Its name, under which stores keep it.
  package let name: ViewName
  /// The version of the code that folds and indexes it: raise it when either changes, and every
  /// store rebuilds the view at its next opening. A new version of a kind of event that it folds
  /// raises it as well: programs before left such events unread.
  package let codeVersion: UInt64
  /// The first of these whose rows bear a check. What was built before is not read, which matters
  /// where a store is opened for reading only: it is folded from the log.
  let firstCheckedVersion: UInt64
  /// The version of what the facts mean: raise it when equal events may give other facts.
  package let factVersion: UInt64
  /// Whether stores that older programs wrote have no such view until it is built: true of views
  /// that came after the first programs, in which nothing of them was ever said.
  var mayBeMissing = false
  /// The rows it holds; none of a view that is computed from others.
  package let rows: [RowSchema]
  /// The indexes beside them.
  package let indexes: [ViewIndex]
  /// The events that write to them.
  let events: [EventSchema]
}

/// What events of some kinds write.
struct EventSchema: Sendable {
  /// Lists the writes of one event.
  ///
  /// - Throws: ``WireError`` when its payload cannot be read, so that it is silent.
  typealias Reduce =
    @Sendable (
      _ kind: EventKind, _ header: EventHeader, _ name: EventName, _ payload: Span<UInt8>,
      _ writes: inout EventWrites
    ) throws(WireError) -> Void

  /// The kinds.
  let kinds: [EventKind]
  /// What lists their writes.
  let reduce: Reduce
}
