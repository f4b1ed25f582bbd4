package import Daybook
import DaybookEvents

extension MergeReport {
  /// `daybook.merge/1`, with the new conflicts already rendered.
  package func json(_ conflicts: [JSON], _ clock: LocalClock) -> JSON {
    [
      "schema": "daybook.merge/1", "received": .integer(Int64(receivedEvents)),
      "applied": .integer(Int64(appliedEvents)),
      "duplicates": .integer(Int64(duplicateEvents)),
      "conflicts": .array(conflicts),
      "changed": .array(effects.changedThings.map { .id($0) }),
      "overwritten": .array(
        effects.overwritten.sorted { $0.sortKey < $1.sortKey }.map { overwrite in
          .object([
            ("entity", .id(overwrite.row.other ?? overwrite.row.entity)),
            ("register", .string(overwrite.field.field.name)),
          ])
        }),
      "deleted": .array(
        effects.deleted.sorted { $0.rawValue < $1.rawValue }.map { .id($0) }),
      "movedDueDates": .array(
        effects.movedDueDates.map { move in
          .object([
            ("card", .id(move.card)), ("from", move.fromTime(clock)), ("to", move.toTime(clock)),
          ])
        }),
      "waitingCommands": .integer(Int64(clamping: waitingCommands)),
      "files": .integer(Int64(files)), "refusedSegments": .integer(Int64(problems.count)),
      "newIdentity": .bool(tookNewIdentity), "fingerprint": .string(fingerprint),
    ]
  }
}

extension MovedDueDate {
  func fromTime(_ clock: LocalClock) -> JSON { .time(fromValue, clock) }

  func toTime(_ clock: LocalClock) -> JSON { .time(toValue, clock) }
}
