import DaybookEvents
import DaybookLog
import DaybookSystem
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

  /// Lists contents.
  static func note(
    _ digests: [[UInt8]], in meta: Table, _ transaction: inout WriteTransaction
  ) throws {
    for digest in digests { try transaction.put(MetaKey.droppedMedia(digest), [], in: meta) }
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
  /// The log alone decides, never a view; and meanwhile nobody can name one, since names are
  /// written under the same lock. What the disk refuses to delete stays listed for the next
  /// opening, and so does everything while an event that may name it is damaged.
  ///
  /// - Parameter others: digests to treat as if they were listed.
  /// - Returns: how many were deleted, and how many are left.
  /// - Complexity: O(*n*) in all events, where anything is listed.
  @discardableResult
  func deleteDroppedMedia(besides others: [[UInt8]] = []) throws -> (deleted: Int, left: Int) {
    let isListed = try environment.read { try !DroppedMedia.all(in: tables.meta, $0).isEmpty }
    guard isListed || !others.isEmpty else { return (0, 0) }
    var deleted: Set<[UInt8]> = []
    var left = 0
    try environment.write { transaction in
      try StoreFormat.checkWritable(tables, transaction.reading)
      try ViewCatalog(tables, logs: [], transaction.reading).checkWritable()
      let listed = try DroppedMedia.all(in: tables.meta, transaction.reading)
      left = 0
      guard let named = try log.namedContents(transaction.reading) else {
        try DroppedMedia.note(Array(others), in: tables.meta, &transaction)
        left = Set(listed + others).count
        return
      }
      for digest in Set(listed + others) {
        let key = MetaKey.droppedMedia(digest)
        do {
          let isGone = try !named.contains(digest) && mediaFolder.delete(digest)
          if isGone { deleted.insert(digest) }
          _ = try transaction.delete(key, in: tables.meta)
        } catch is SystemError {
          left += 1
          try transaction.put(key, [], in: tables.meta)
        }
      }
    }
    return (deleted.count, left)
  }

  /// Deletes contents in a folder that this store keeps elsewhere and that no event here names any
  /// more, because what named them was erased.
  ///
  /// - Returns: how many were deleted; none where something that waits or is damaged may name one.
  @discardableResult
  package func deleteUnnamed(in folder: MediaFolder) throws -> Int {
    let named = try read { moment, transaction in
      moment.state.waitingCommands == 0 ? try moment.log.namedContents(transaction) : nil
    }
    guard let named else { return 0 }
    let unnamed = try folder.contents().filter { !named.contains($0.digest) }
    return try unnamed.count { try folder.delete($0.digest) }
  }

  /// Deletes contents that came with a bundle and that no event names: another machine still had
  /// what was erased here. What waits may name one; then they stay.
  ///
  /// - Returns: how many were deleted.
  func deleteUnnamed(_ digests: [[UInt8]]) throws -> Int {
    let unnamed = try read { moment, transaction in
      guard !digests.isEmpty, moment.state.waitingCommands == 0 else { return [[UInt8]]() }
      let shown = Set(try moment.mediaFiles(transaction).map(\.digest))
      return digests.filter { !shown.contains($0) }
    }
    return try unnamed.isEmpty ? 0 : deleteDroppedMedia(besides: unnamed).deleted
  }
}

extension Log {
  /// The digests of all contents that an event names, also under names that stand for another
  /// now: undoing may show them again. Nil where a damaged event may name one.
  fileprivate func namedContents(
    _ transaction: borrowing ReadTransaction
  ) throws -> Set<[UInt8]>? {
    var digests: Set<[UInt8]> = []
    var damaged: Set<UInt64> = []
    try scanEvents(from: 1, transaction) {
      damaged.insert($0)
    } _: { event, bytes in
      guard event.header.knownKind == .mediaAdded, let payload = event.payload else {
        return .next
      }
      if let file = MediaFile(reading: bytes.array(payload)) { digests.insert(file.digest) }
      return .next
    }
    guard !damaged.isEmpty else { return digests }
    let state = try LogState(tables, transaction)
    let found = try entities(at: damaged, transaction)
    for position in damaged {
      let isErased = try found[position]?.allSatisfy {
        try self.isErased(damagedAt: position, about: $0, state, transaction)
      }
      guard isErased ?? false else { return nil }
    }
    return digests
  }
}
