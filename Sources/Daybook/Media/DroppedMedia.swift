import DaybookEvents
import DaybookLog
import LMDB

/// Contents of files that nothing may name any more: the transaction that erases what named them
/// lists them in `meta`, and they go from the folder once it is durable. So one that was killed in
/// between goes at the next opening.
enum DroppedMedia {
  /// Lists the contents that erased events named.
  static func note(
    _ erased: [AppliedEvent], in meta: Table, _ transaction: inout WriteTransaction
  ) throws {
    for event in erased where event.header.knownKind == .mediaAdded {
      guard let file = event.payload.flatMap(MediaFile.init(reading:)) else { continue }
      try transaction.put(MetaKey.droppedMedia(file.digest), [], in: meta)
    }
  }

  /// The digests listed.
  static func all(in meta: Table, _ transaction: borrowing ReadTransaction) throws -> [[UInt8]] {
    let prefix = MetaKey.droppedMedia([])
    var digests: [[UInt8]] = []
    try transaction.scan(meta, from: prefix, below: MetaKey.end(of: prefix)) { key, _ in
      digests.append(key.array(prefix.count..<key.count))
      return .next
    }
    return digests
  }
}

extension Store {
  /// Deletes listed contents from the folder, unless an event that is not erased names them too.
  /// Meanwhile nobody can name one: names are written under the same lock.
  ///
  /// - Returns: how many were deleted. When this throws, the others go at the next opening.
  @discardableResult
  func deleteDroppedMedia() throws -> Int {
    guard try environment.read({ try !DroppedMedia.all(in: tables.meta, $0).isEmpty }) else {
      return 0
    }
    var deleted: Set<[UInt8]> = []
    try environment.write { transaction in
      let named = try Moment(self, transaction.reading).namedContents(transaction.reading)
      for digest in try DroppedMedia.all(in: tables.meta, transaction.reading) {
        if !named.contains(digest), try mediaFolder.delete(digest) { deleted.insert(digest) }
        _ = try transaction.delete(MetaKey.droppedMedia(digest), in: tables.meta)
      }
    }
    return deleted.count
  }

  /// Deletes contents that came with a bundle and that no event names: another machine still had
  /// what was erased here. What waits may name one; then they stay.
  ///
  /// - Returns: how many were deleted.
  func deleteUnnamed(_ digests: [[UInt8]]) throws -> Int {
    guard !digests.isEmpty else { return 0 }
    let unnamed = try read { moment, transaction in
      guard moment.state.waitingCommands == 0 else { return [[UInt8]]() }
      let named = try moment.namedContents(transaction)
      return digests.filter { !named.contains($0) }
    }
    guard !unnamed.isEmpty else { return 0 }
    try environment.write { transaction in
      for digest in unnamed {
        try transaction.put(MetaKey.droppedMedia(digest), [], in: tables.meta)
      }
    }
    return try deleteDroppedMedia()
  }
}

extension Moment {
  /// The digests of all contents that an event names, also under names that stand for another
  /// now: undoing may show them again.
  fileprivate func namedContents(
    _ transaction: borrowing ReadTransaction
  ) throws -> Set<[UInt8]> {
    var names: [EntityID] = []
    let prefix = [RowKind.media.rawValue]
    try catalog.scan(
      RowKind.media.view, from: prefix, below: prefix.after, transaction
    ) { key, _ in
      if let row = RowKey(key) { names.append(row.entity) }
      return .next
    }
    var digests: Set<[UInt8]> = []
    for name in names {
      try log.scanHistory(of: name, transaction) { event, bytes in
        if let payload = event.payload, let file = MediaFile(reading: bytes.array(payload)) {
          digests.insert(file.digest)
        }
        return .next
      }
    }
    return digests
  }
}
