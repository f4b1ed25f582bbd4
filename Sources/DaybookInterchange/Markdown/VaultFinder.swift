package import Daybook
import DaybookEvents

/// Finds out which vault a folder is.
package struct VaultFinder {
  /// A vault that was found.
  package struct Found: Equatable, Sendable {
    /// What it is known by.
    package let identity: String
    /// Why it is taken for that.
    package let grounds: Grounds

    /// Names a vault.
    package init(identity: String, grounds: Grounds) {
      self.identity = identity
      self.grounds = grounds
    }
  }

  /// Why a folder is taken for a vault.
  package enum Grounds: Equatable, Sendable {
    /// The person named it.
    case named
    /// A file in it says so.
    case marked
    /// It lies where that one lay, which could not be written to.
    case place
    /// Its notes were imported under the name of its folder, before vaults were known otherwise.
    case before
    /// It holds the same notes.
    case copy
    /// It was never imported; whether another one was from a folder of the same name.
    case new(isBesideNamesake: Bool)
  }

  private let store: Store
  private let folder: String
  private let place: String
  private let notes: [String]
  private let read: (String) throws -> [UInt8]?

  /// So many notes that are the same are no coincidence.
  private static let copyThreshold = 10
  /// So many are looked at.
  private static let sampleCount = 500

  /// Looks at a folder.
  ///
  /// - Parameters:
  ///   - folder: what it is called.
  ///   - place: where it lies, and on which machine.
  ///   - notes: the paths of its notes.
  ///   - read: a note; nil for one that cannot be read.
  package init(
    _ store: Store, folder: String, place: String, notes: [String],
    read: @escaping (String) throws -> [UInt8]?
  ) {
    self.store = store
    self.folder = folder
    self.place = place
    self.notes = Array(notes.prefix(Self.sampleCount))
    self.read = read
  }

  /// The vault that the folder is.
  ///
  /// - Parameters:
  ///   - name: what the person calls it, if anything.
  ///   - mark: the vault that the file in it names, if there is one.
  package func find(name: String?, mark: String?) throws -> Found {
    if let name { return Found(identity: name, grounds: .named) }
    if let mark { return Found(identity: mark, grounds: .marked) }
    let known = try store.knownVaults()
    func isKnown(_ identity: String) -> Bool { known.contains { $0.identity == identity } }
    if let identity = try places.prefix(while: isKnown).first(where: { try shares($0) }) {
      return Found(identity: identity, grounds: .place)
    }
    let wasBefore = try !isKnown(folder) && shares(folder)
    if wasBefore, try isStill(folder) { return Found(identity: folder, grounds: .before) }
    if let vault = try known.first(where: { try isCopy(of: $0.identity) }) {
      return Found(identity: vault.identity, grounds: .copy)
    }
    let isBeside =
      wasBefore || known.contains { $0.folder == folder || $0.identity == folder }
    return Found(
      identity: store.newID().description, grounds: .new(isBesideNamesake: isBeside))
  }

  /// What a new vault is known by that cannot be written to: where it lies.
  package func identityByPlace() throws -> String {
    let known = Set(try store.knownVaults().map(\.identity))
    return places.first { !known.contains($0) } ?? store.newID().description
  }

  /// What a folder at its place may go by: several, since one may be put where another was.
  private var places: [String] {
    (0..<16).map { EntityID(name: "vault at", place, "\($0)").description }
  }

  /// The items here that a note of a vault may be.
  private func items(_ path: String, _ raw: [UInt8]?, of vault: String) throws -> [Item] {
    let named = raw.flatMap { VaultNote(path: path, raw: $0).itemID }
    return try [named, VaultPaths(vault).id(path)].compactMap(\.self).compactMap { id in
      let item = try store.importedItem(id)
      return item.flatMap { $0.isKnown(in: VaultImport.source(of: vault)) ? $0 : nil }
    }
  }

  /// Whether a note of the folder was imported as one of a vault.
  private func shares(_ vault: String) throws -> Bool {
    try notes.contains { try !items($0, read($0), of: vault).isEmpty }
  }

  /// Whether most notes of the folder are as they were when a vault was last imported.
  private func isCopy(of vault: String) throws -> Bool {
    guard notes.count >= Self.copyThreshold else { return false }
    let same = try sharing(vault).same
    return same >= Self.copyThreshold && 2 * same > notes.count
  }

  /// Whether the folder is a vault that was known by the name of its folder alone, and not another
  /// folder of that name, whose notes would be written over those of the vault.
  ///
  /// Paths that agree say little: every vault may have an `index.md`. So most of the folder's notes
  /// have to be known there, and of those half, or so many that it is no coincidence, have to say
  /// what they said then. A vault that was changed more than that is taken for a new one: its notes
  /// are there twice then, which can be undone, and nothing is written over.
  private func isStill(_ vault: String) throws -> Bool {
    let (known, same) = try sharing(vault)
    return 2 * known > notes.count && (2 * same >= known || same >= Self.copyThreshold)
  }

  /// How many notes of the folder were imported as those of a vault, and how many of them have the
  /// text that they had then.
  private func sharing(_ vault: String) throws -> (known: Int, same: Int) {
    var (known, same) = (0, 0)
    for path in notes {
      guard let raw = try read(path) else { continue }
      let found = try items(path, raw, of: vault)
      if found.isEmpty { continue }
      known += 1
      var reader = VaultImport(vault: vault, clock: LocalClock { _ in 0 })
      let item = reader.item(path: path, raw: raw)
      if found.contains(where: { item.hasSameText(asAtImportOf: $0) }) { same += 1 }
    }
    return (known, same)
  }
}
