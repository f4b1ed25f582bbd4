/// What happened in simulations of networks.
package struct NetworkTally: Sendable, Equatable {
  /// Commands that were written.
  package var commands = 0
  /// Rounds that came to their end.
  package var syncs = 0
  /// Rounds that were cut, or found no room.
  package var cut = 0
  /// Times that a machine stopped while it wrote or exchanged.
  package var crashes = 0
  /// Entries that were damaged on their way.
  package var refused = 0
  /// Machines that went on from an old backup.
  package var restored = 0
  /// Machines that were copied, both going on.
  package var copied = 0
  /// Machines that were lost.
  package var lost = 0
  /// Times that a server lost what it held.
  package var wiped = 0
  /// Events of kinds that nobody knew.
  package var strange = 0
  /// Conflicts that were listed at the end.
  package var conflicts = 0

  /// Nothing yet.
  package init() {}

  /// Adds what happened elsewhere.
  package static func += (sum: inout Self, other: Self) {
    sum.commands += other.commands
    sum.syncs += other.syncs
    sum.cut += other.cut
    sum.crashes += other.crashes
    sum.refused += other.refused
    sum.restored += other.restored
    sum.copied += other.copied
    sum.lost += other.lost
    sum.wiped += other.wiped
    sum.strange += other.strange
    sum.conflicts += other.conflicts
  }
}
