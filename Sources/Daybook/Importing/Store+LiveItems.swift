import DaybookEvents
import LMDB

extension Store {
  /// Hands over every live item, in the order they came here or of their ids, some hundred from
  /// one moment of the store. What is deleted meanwhile is left out.
  package func eachLiveItem(_ body: (Item) throws -> Void) throws {
    var ids = try read { moment, transaction in
      try moment.ids(.items, ViewIndex.standing.key([0]), transaction)
    }
    ids.sort { $0.rawValue < $1.rawValue }
    for start in stride(from: 0, to: ids.count, by: 256) {
      let items = try read { moment, transaction in
        try ids[start..<min(start + 256, ids.count)].compactMap {
          try moment.item($0, transaction)
        }
      }
      for item in items where !item.isDeleted { try body(item) }
    }
  }
}
