package import Daybook
import DaybookEvents

/// Turns the notes of one vault into items.
///
/// A note is known by the vault and its path: one that was moved or renamed is another item, and
/// one that is gone from the vault stays here. A note exported from here is known by the id in its
/// frontmatter.
package struct VaultImport {
  private let vault: String
  private let name: String
  private let paths: VaultPaths
  private let clock: LocalClock
  private var ids: Set<EntityID> = []

  /// What was wrong with the notes so far.
  package private(set) var problems: [(path: String, problem: VaultProblem)] = []

  /// Imports a vault.
  ///
  /// - Parameters:
  ///   - vault: what the vault is known by, the same on every machine.
  ///   - name: what people call it; nil for that.
  ///   - paths: which items its notes are; nil where no two paths are spelled alike.
  ///   - clock: where the person is, for times without an offset.
  package init(
    vault: String, name: String? = nil, paths: VaultPaths? = nil, clock: LocalClock
  ) {
    self.vault = vault
    self.name = name ?? vault
    self.paths = paths ?? VaultPaths(vault)
    self.clock = clock
  }

  /// What items remember a vault by.
  package static func source(of vault: String) -> String { "markdown/" + vault }

  /// The item that a note is.
  package mutating func item(path: String, raw: [UInt8]) -> ImportedItem {
    let note = VaultNote(path: path, raw: raw)
    problems += note.problems.map { (path, $0) }
    var id = note.itemID ?? paths.id(path)
    // A copy of an exported note is a note of its own.
    if !ids.insert(id).inserted { id = paths.id(path) }
    var item = ImportedItem(
      id: id, source: Self.source(of: vault), place: ImportPlace(file: path))
    item.sourceName = name
    item.fields = note.fields(clock)
    item.fields.extras = [
      ExtraField(name: VaultNote.ExtraName.path, value: Array(path.utf8))
    ]
    if !note.frontmatter.isEmpty {
      item.fields.extras.append(
        ExtraField(name: VaultNote.ExtraName.frontmatter, value: note.frontmatter))
    }
    item.tags = note.tags.map(\.name)
    let folder = path.parentFolder
    item.collections = folder.isEmpty ? [] : [folder]
    item.createdAt = note.created?.milliseconds(clock)
    return item
  }
}
