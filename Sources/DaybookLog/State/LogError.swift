package import DaybookEvents

/// What can go wrong with a log. Nothing of a failed operation is kept.
package enum LogError: Error, Equatable {
  /// What of a store or a segment is damaged.
  package enum Damage: String, Equatable, Sendable {
    case logRecord, event, missingEvent, identity, format, waitingCommand, index
  }

  /// Bytes of the store are not what was written.
  case damaged(Damage)
  /// One payload is over ``EventBytes/payloadLimit``.
  case payloadTooLarge(bytes: Int)
  /// One command has over 4,096 events or 3 MiB.
  case commandTooLarge(events: Int, bytes: Int)
  /// The store was written by a newer program; it can be read.
  case newerStore(format: UInt64)
  /// The store was written by an older program, and may only be read, so that it cannot be brought
  /// up to date.
  case olderStore(format: UInt64)
  /// Bytes received are no segment of a log.
  case segmentMalformed
  /// A segment's events do not lead to its signed link.
  case segmentBroken(replica: ReplicaID, sequence: UInt64)
  /// The signature is not by the replica the segment names.
  case segmentForged(replica: ReplicaID)
  /// A file is no bundle.
  case notABundle
  /// A bundle was made by a newer program.
  case newerBundle(version: UInt64)
  /// A bundle ends before its end.
  case bundleTruncated
  /// Something in a bundle is not what was written, though its segments may be sound.
  case bundleDamaged
  /// The other side of an exchange said something unexpected or went away.
  case exchangeFailed
}
