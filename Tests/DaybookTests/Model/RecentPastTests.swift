import Daybook
import DaybookEvents
import DaybookLog
import LMDB
import Testing

/// Moments after which little was written: what they hold comes from the views of the present.
struct RecentPastTests {
  @Test(arguments: [0, 99] as [UInt64])
  func `views that are left behind, or whose rows are a newer program's, are no part of the past`(
    codeVersion: UInt64
  ) throws {
    let ada = try TestReplica(in: try ScratchFolder(), seed: 1)
    let (item, deck, collection) = (Sample.items[0], Sample.decks[0], Sample.collections[0])
    try ada.write(
      Sample.tagged(item, "tag"), Sample.filed(item, collection, at: [80]),
      Sample.named(.collectionCreated, collection, "collection"),
      Sample.named(.deckCreated, deck, "deck"), Sample.added(Sample.cards[0], to: deck))
    try ada.write((0..<40).map { Sample.captured(EntityID(name: "item", "\($0)"), title: "?") })
    let rows = [
      RowKey(.tag, Tag.id("tag")), RowKey(.collection, collection), RowKey(.deck, deck),
      RowKey(.membership, collection, item), RowKey(.item, item),
    ]
    func records(_ time: PastTime?) throws -> [Record] {
      try ada.store.read(at: time) { moment, transaction in
        try rows.map { try moment.catalog.record($0, transaction) }
      }
    }
    let (known, all) = (try records(nil), try contents(ada.store, nil))
    try ada.store.environment.write { transaction in
      let catalog = try ViewCatalog(ada.store.tables, logs: [], transaction.reading)
      for (view, entry) in catalog.entries {
        let other = Sample.message { wire in
          wire.varint(1, entry.generation)
          wire.varint(2, codeVersion)
          wire.varint(3, entry.factVersion)
          wire.varint(4, entry.position)
          wire.bytes(5, entry.fingerprint.bytes)
        }
        try transaction.put(MetaKey.view(view.rawValue), other, in: ada.store.tables.meta)
        let table = try catalog.table(view)
        try transaction.removeAll(in: table)
        guard codeVersion > 0 else { continue }
        for row in rows where row.kind.view == view {
          try transaction.put(row.bytes, [0xFF], in: table)
        }
      }
    }
    for past in [PastTime.timeline(ada.machine.now), .known(.max), .arrived(position: 46)] {
      #expect(try records(past) == known)
      #expect(try contents(ada.store, past) == all)
    }
  }
}
