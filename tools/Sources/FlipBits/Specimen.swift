import Daybook
import DaybookEvents
import Foundation

/// A sound store with rows of every kind, and what reading commands say of it.
struct Specimen {
  /// The commands, in the order in which they are tried.
  let commands: [[String]]
  /// The bytes of the store's file.
  let file: [UInt8]
  private let folder: String

  /// Makes the store in a folder, unless it is there.
  init(in folder: String) throws {
    self.folder = folder + "/sound"
    if !FileManager.default.fileExists(atPath: self.folder) { try Self.write(at: self.folder) }
    file = Array(try Data(contentsOf: URL(filePath: self.folder + "/data.mdb")))
    let store = try Store.open(at: self.folder, options: StoreOptions(replicaName: "laptop"))
    let item = try store.items().first?.id.description ?? ""
    let card = try store.cards().first?.id.description ?? ""
    commands = [
      ["list", "--json"], ["show", item, "--json"], ["conflicts", "--json"],
      ["card", "list", "--json"], ["card", "show", card, "--json"], ["deck", "list", "--json"],
      ["log", "--jsonl"], ["today", "--json"], ["export", "json", "-"], ["status", "--json"],
      ["tag", "list", "--json"], ["collection", "list", "--json"],
      ["list", "is:deleted", "--json"],
      ["list", "tag:garden", "--json"], ["media", "list", "--json"], ["blame", item, "--json"],
    ]
  }

  /// Makes a copy of the store's folder.
  func copy(to path: String) throws {
    // It is not there the first time.
    try? FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder)
    where !["lock.mdb", "writer.lock"].contains(name) {
      try FileManager.default.copyItem(atPath: folder + "/" + name, toPath: path + "/" + name)
    }
  }

  private static func write(at path: String) throws {
    try Store.createSample(at: path, options: StoreOptions(replicaName: "laptop"))
    let store = try Store.open(at: path, options: StoreOptions(replicaName: "laptop"))
    let deck = try store.createDeck(named: "Notes")
    var note = NoteChange()
    note.fields = [0: "The {{c1::kettle}} and the {{c2::pot}}"]
    note.tagsOn = ["kitchen"]
    let cards = try store.addNote(.cloze, note, to: deck).cards
    try store.suspend([cards[0]])
    try store.bury([cards[1]])
    try store.set(.weekStart, to: "sunday")
    try store.addMedia([1, 2, 3], named: "map.png")
    // Somebody else edits, and deletes, what is edited here.
    let other = try Store.open(at: path + ".other", options: StoreOptions(replicaName: "phone"))
    _ = try other.merge(bundle: try store.bundle())
    let items = try store.items().map(\.id)
    for (each, title) in [(store, "mine"), (other, "theirs")] {
      var change = ItemChange()
      change.title = Text(title)
      try each.edit(items[0], change)
    }
    try other.delete([items[1]])
    var change = ItemChange()
    change.body = "still wanted"
    try store.edit(items[1], change)
    _ = try store.merge(bundle: try other.bundle())
  }
}
