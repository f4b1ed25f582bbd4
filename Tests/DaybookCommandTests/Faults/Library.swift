import Daybook
import DaybookEvents
import DaybookLog
import DaybookSystem
import LMDB

/// What is done to stores through the library, where the program is too slow or too careful.
enum Library {
  /// Makes a store of many commands: items that are captured and edited.
  static func writeStore(_ path: String, commands: Int, eventsEach: Int) throws {
    let store = try open(path)
    for number in 0..<commands {
      try store.write { _, _ in
        (0..<eventsEach / 2).flatMap { part in
          let id = store.newID()
          var fields = ItemChange()
          fields.title = Text("item \(number) of part \(part)")
          let draft = EventDraft(.itemCaptured, id, payload: fields.encoded)
          fields.title = Text("item \(number) of part \(part), edited")
          return [draft, EventDraft(.itemEdited, id, payload: fields.encoded)]
        }
      }
    }
  }

  /// Opens a store as the program does.
  static func open(_ path: String) throws -> Store {
    try Store.open(at: path, options: StoreOptions(replicaName: "library"))
  }

  /// Marks the views of a store as built by another version of the program.
  static func setViewVersion(_ version: UInt64, ofStoreAt path: String) throws {
    let store = try open(path)
    try store.environment.write { transaction in
      let catalog = try ViewCatalog(store.tables, logs: [], transaction.reading)
      for (view, entry) in catalog.entries {
        var wire = WireWriter()
        wire.varint(1, entry.generation)
        wire.varint(2, version)
        wire.varint(3, entry.factVersion)
        wire.varint(4, entry.position)
        wire.bytes(5, entry.fingerprint.bytes)
        try transaction.put(MetaKey.view(view.rawValue), wire.bytes, in: store.tables.meta)
      }
    }
  }

  /// Marks a store as written by a newer program.
  static func setFormat(_ format: UInt64, of store: Store) throws {
    try store.environment.write { transaction in
      try transaction.put(
        MetaKey.format, Hexadecimal.bytes(format), in: store.tables.meta)
    }
  }
}
