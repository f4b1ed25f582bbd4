package import Daybook
import DaybookEvents

extension MergeReport {
  /// `daybook.merge/1`.
  package func json(_ clock: LocalClock) -> JSON {
    .object(
      [
        ("schema", .string("daybook.merge/1")), ("received", .integer(Int64(receivedEvents))),
        ("applied", .integer(Int64(appliedEvents))),
        ("duplicates", .integer(Int64(duplicateEvents))),
        ("mendedEvents", .integer(Int64(mendedEvents))),
      ] + changes.members(clock) + [
        ("waitingCommands", .integer(Int64(clamping: waitingCommands))),
        ("erasedEvents", .unsigned(erasedEvents)),
        (
          "fastClocks",
          .array(
            fastClocks.map { clock in
              .object([
                ("replicaName", .text(clock.name.bytes)),
                ("aheadMilliseconds", .integer(clock.milliseconds)),
              ])
            })
        ),
        ("firstContacts", .array(firstContacts.map(\.json))),
        ("doubledNames", .array(doubledNames.map(\.json))),
        ("files", .integer(Int64(files))), ("refusedSegments", .integer(Int64(refusals.count))),
        ("newIdentity", .bool(tookNewIdentity)), ("fingerprint", .string(fingerprint)),
      ])
  }
}

extension DoubledName {
  fileprivate var json: JSON {
    .object([
      ("thing", .string(kind.name)), ("name", .text(name.bytes)),
      ("ids", .array(ids.map { .id($0) })),
    ])
  }

  /// What a person is told, with the command that makes them one.
  package var line: String {
    "\(ids.count) \(kind.name)s are called \(VisibleText.line(name.bytes)) now; to make them "
      + "one: daybook \(kind.name) join \(handles.joined(separator: " "))"
  }
}

extension FirstContact {
  fileprivate var json: JSON {
    .object([
      ("replica", .string(replica.description)), ("replicaName", .text(name.bytes)),
      ("publicKey", .string(Hexadecimal.digits(publicKey))),
    ])
  }
}

extension StoreChanges {
  /// What changed, for a document.
  package func members(_ clock: LocalClock) -> [(String, JSON)] {
    [
      ("conflicts", .array(newConflicts.map { view($0).json(clock) })),
      ("changed", .array(changed.map { .id($0) })),
      ("added", .array(added.map { .id($0) })),
      ("deleted", .array(deleted.map { .id($0) })),
      ("overwritten", .array(overwritten.map { json($0, clock) })),
      (
        "movedDueDates",
        .array(
          movedDueDates.map { move in
            .object([
              ("card", .id(move.card)), ("from", .time(move.from, clock)),
              ("to", .time(move.to, clock)),
            ])
          })
      ),
    ]
  }

  /// A conflict ready to be shown.
  func view(_ conflict: Conflict) -> ConflictView {
    ConflictView(conflict, labels: labels)
  }

  private func json(_ overwrite: Overwrite, _ clock: LocalClock) -> JSON {
    let write = overwrite.write
    return .object([
      ("entity", .id(overwrite.entity)), ("register", .string(overwrite.field)),
      ("from", json(write.from, write.name.field, clock)),
      ("to", write.to.map { json($0, write.name.field, clock) } ?? .null),
    ])
  }

  private func json(_ head: Head, _ field: FieldKey, _ clock: LocalClock) -> JSON {
    .object([
      ("event", .string(moment?.shownName(head.event) ?? head.event.description)),
      ("value", .value(FieldValue(field, head.value), clock)),
      ("replicaName", .text(moment?.replicaName(head.event.replica).bytes ?? [])),
      ("recordedAt", .string(ZonedTime(writingOf: head).description)),
    ])
  }
}
