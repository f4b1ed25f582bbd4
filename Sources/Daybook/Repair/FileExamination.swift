package import DaybookEvents
package import DaybookLog
import DaybookSystem

/// What looking through a store's file, page by page and without LMDB, found.
package struct FileExamination: Sendable {
  /// What is wrong with its pages.
  package let pages: [PageProblem]
  /// Positions where an event is not what was written.
  package let spoiledPositions: [UInt64]
  /// Events of which nothing sound is left anywhere in the file.
  package let missing: [WithheldEvents]
  /// How many sound events follow what is missing.
  package let unlinkedCount: Int
  /// How many events are sound and follow each other.
  package let eventCount: UInt64

  /// Looks through the store in a directory.
  ///
  /// - Throws: ``StoreFailure/newer``, ``StoreFailure/older``; what the system says.
  package init(storeAt path: String) throws {
    let salvage = try Salvage(storeAt: path)
    try salvage.checkFormat()
    var commands = SalvagedCommands(salvage, noted: Witness(storeAt: path).sequences)
    try commands.forEach { _ in }
    pages = salvage.problems
    spoiledPositions = commands.spoiledPositions
    missing = commands.missing
    unlinkedCount = commands.unlinked.count
    eventCount = commands.eventCount
  }
}

extension Salvage {
  /// - Throws: ``StoreFailure/newer`` or ``StoreFailure/older`` for a store in another format,
  ///   ``StoreFailure/notAStore`` for something else.
  func checkFormat() throws {
    guard meta[MetaKey.format] != nil || !records.isEmpty else { throw StoreFailure.notAStore }
    guard let bytes = meta[MetaKey.format], bytes.count == 8 else { return }
    let format = Hexadecimal.bigEndian(bytes)
    if format > StoreFormat.current, format < StoreFormat.current + 64 { throw StoreFailure.newer }
    if format < StoreFormat.current, format > 0 { throw StoreFailure.older }
  }
}

extension Witness {
  /// How far each log was noted to go, as far as that is sure: what lies beyond counts as missing.
  var sequences: [ReplicaID: UInt64] { heads(isProven: true).mapValues(\.sequence) }
}
