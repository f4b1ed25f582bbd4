import Daybook
import DaybookConsole
import DaybookEvents
import DaybookLog
import DaybookSync
import DaybookSystem
import LMDB

/// One error of every case there is, as a person may meet it. `HouseRulesTests` finds a case that
/// is missing here; `ExplanationTests` puts each through the renderer.
enum ErrorSamples {
  private static let id = EntityID(name: "sample", "thing")
  private static let replica = ReplicaID(rawValue: 7)

  /// Errors that know their own words; those of one type say different things.
  static let speaking: [[any Explainable]] = [
    [
      StoreError.noStore(path: "somewhere"), StoreError.notAStore(path: "somewhere"),
      StoreError.newerStore, StoreError.unknownID("7f3a"),
      StoreError.ambiguousID("7f", candidates: [id]),
      StoreError.ambiguousEvent("7:1", candidates: ["7~a:1"]),
      StoreError.wrongKind(id, expected: "deck"), StoreError.unknownName("x", kind: "deck"),
      StoreError.ambiguousName("x", kind: "deck", candidates: [id]),
      StoreError.nameTaken("x", id), StoreError.joined(id, into: id),
      StoreError.joinedIntoItself(id),
      StoreError.deleted(id), StoreError.alreadyErased(id), StoreError.changedMeanwhile(id),
      StoreError.noConflict(id), StoreError.noTextConflict(id),
      StoreError.notAChoice("7:1", choices: ["7:2", "8:3"]), StoreError.nulByte,
      StoreError.ambiguousChoice("7:1", id),
      StoreError.textTooLarge(bytes: 2), StoreError.blankText("title"),
      StoreError.noteWithoutCards, StoreError.onlyOneCanBeKept(id, choices: ["7:2", "8:3"]),
      StoreError.changedSince(id), StoreError.nothingToChange, StoreError.rebuiltElsewhere,
      StoreError.readOnly,
    ],
    [
      StoreFailure.diskFull(freeBytes: 9), StoreFailure.fileSizeLimit,
      StoreFailure.busy(process: 1),
      StoreFailure.notPermitted, StoreFailure.cannotCreate, StoreFailure.networkFileSystem,
      StoreFailure.shortFile(expected: 2, actual: 1), StoreFailure.notAStore,
      StoreFailure.damaged, StoreFailure.newer, StoreFailure.older, StoreFailure.notABundle,
      StoreFailure.bundleTruncated, StoreFailure.segmentRefused(replica: replica),
      StoreFailure.exchangeFailed, StoreFailure.tooLarge(bytes: 9), StoreFailure.clockExhausted,
      StoreFailure.inputOutput, StoreFailure.unusablePath("somewhere"),
    ],
    [
      UsageError.unreadableTime(TimeParseError(.empty, at: 0)), UsageError.futureTime,
      UsageError.unreadableQuery(QueryError(.danglingOr, at: 0)),
      UsageError.unknownValue(option: "--kind", known: ["note"]),
      UsageError.missing("a deck"), UsageError.contradiction("these exclude each other"),
      UsageError.noReview, UsageError.unknownCommand(nearest: nil, within: "daybook"),
      UsageError.noFile(path: "somewhere"),
      UsageError.unreadableFile(path: "somewhere", line: 1, column: 2, reason: "no JSON"),
    ],
    [
      MediaError.unusableName, MediaError.tooLarge(limit: 9), MediaError.nameTaken("map.png"),
      MediaError.unknownName("map.png"),
    ],
    [SettingError(name: .rolloverHour)],
    [PeerFailure(status: 1)],
    [
      BundleDamage(StoreFailure.bundleTruncated, in: .show),
      BundleDamage(StoreFailure.segmentRefused(replica: replica), in: .fruitlessMerge),
    ].compactMap(\.self),
    [
      UndoError.unknownCommand("7:1"),
      UndoError.nothingToUndo, UndoError.nothingToRedo,
      UndoError.writtenSince(EventName(replica: replica, sequence: 1, tag: 1), fields: 2),
      UndoError.unknownField("x", inTheWay: ["title"]),
      UndoError.lastIsFinal(.erasure), UndoError.lastIsFinal(.clockCorrection),
      UndoError.notUndoable,
      UndoError.onlyMerged(MergeArrival(5, Arrival(at: 0, count: 2, source: "phone.bundle"))),
    ],
    [
      MergeRefusal.sweeps([Store.Sweep(kind: .item, changed: 5, live: 5)], path: "phone.bundle"),
      MergeRefusal.tooMuchInput,
    ],
    [DeckOptionError(name: .desiredRetention)],
    [
      RemoteError.unreachable(path: "somewhere"), RemoteError.notARemote(path: "somewhere"),
      RemoteError.newer(path: "somewhere"), RemoteError.notPermitted(path: "somewhere"),
      RemoteError.full(path: "somewhere"), RemoteError.failed(path: "somewhere"),
      RemoteError.hostUnreachable(host: "laptop"), RemoteError.offline(host: "laptop"),
      RemoteError.noDaybook(host: "laptop"),
      RemoteError.refused(host: "laptop"), RemoteError.interrupted(host: "laptop"),
      RemoteError.noProgram("ssh"),
    ],
    [
      RemoteListError.invalidName("x y"),
      RemoteListError.nameTaken("stick", .folder(path: "somewhere")),
      RemoteListError.unknownName("stick", known: []), RemoteListError.unreadableAddress("x:"),
    ],
    [
      EditorError.failed(kept: "somewhere"), EditorError.changedMeanwhile(id, kept: "somewhere"),
      EditorError.dividerMissing(kept: "somewhere"),
      EditorError.marksLeft(kept: "somewhere"), EditorError.forbidden, EditorError.noTerminal,
    ],
  ]

  /// Errors of the layers below, which are told in the words of a ``StoreFailure`` or by the kind
  /// of what the system refused.
  static let silent: [any Error] =
    [
      LogError.damaged(.event), LogError.payloadTooLarge(bytes: 9),
      LogError.commandTooLarge(events: 9, bytes: 9), LogError.newerStore(format: 9),
      LogError.olderStore(format: 1),
      LogError.segmentMalformed, LogError.segmentBroken(replica: replica, sequence: 1),
      LogError.segmentForged(replica: replica), LogError.notABundle,
      LogError.newerBundle(version: 9), LogError.bundleTruncated, LogError.bundleDamaged,
      LogError.exchangeFailed,
      ViewError.damagedRow, ViewError.damaged(.items), ViewError.missing(.items),
      ViewError.newer(.items),
      WireError.truncated(offset: 1), WireError.malformed(offset: 1),
      ClockExhausted(),
    ]
    + LMDBError.Kind.allCases.flatMap { kind in
      LMDBError.Operation.allCases.map { LMDBError(operation: $0, kind: kind) }
    }
    + SystemError.Kind.allCases.flatMap { kind in
      SystemError.Operation.allCases.map { SystemError($0, path: "somewhere", kind: kind) }
    }
}
