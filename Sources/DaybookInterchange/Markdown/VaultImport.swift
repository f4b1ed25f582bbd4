package import Daybook
import DaybookEvents

/// Turns the notes of one vault into items.
///
/// A note is known by the vault's name and its path: one that was moved or renamed is another
/// item, and one that is gone from the vault stays here. A note exported from here is known by
/// the id in its frontmatter.
package struct VaultImport {
  private let vault: String
  private let clock: LocalClock
  private var ids: Set<EntityID> = []

  /// What was wrong with the notes so far.
  package private(set) var problems: [(path: String, problem: VaultProblem)] = []

  /// Imports a vault.
  ///
  /// - Parameters:
  ///   - vault: what the vault is called, the same on every machine.
  ///   - clock: where the person is, for times without an offset.
  package init(vault: String, clock: LocalClock) {
    self.vault = vault
    self.clock = clock
  }

  /// The item that a note is.
  package mutating func item(path: String, raw: [UInt8]) -> ImportedItem {
    let note = VaultNote(path: path, raw: raw)
    problems += note.problems.map { (path, $0) }
    var id = note.itemID ?? .imported("markdown", source: vault, name: path)
    // A copy of an exported note is a note of its own.
    if !ids.insert(id).inserted { id = .imported("markdown", source: vault, name: path) }
    var item = ImportedItem(
      id: id, source: "markdown/" + vault, place: ImportPlace(file: path))
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
