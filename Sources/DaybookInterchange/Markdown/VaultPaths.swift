import Daybook
package import DaybookEvents

/// Which item each path of a vault is.
///
/// The two ways to compose `é` are one name, because systems change them when files are copied;
/// but where a vault holds both, they are two notes, and stay so when one of them goes.
package struct VaultPaths {
  private let vault: String
  /// The paths whose ids are made of their very bytes.
  private var exact: Set<[UInt8]> = []

  /// Paths of which each is one note.
  package init(_ vault: String) { self.vault = vault }

  /// Looks through the notes of a vault.
  ///
  /// - Parameter known: the path that an item here came from; nil where there is no such item.
  package init(
    _ vault: String, _ paths: [String], known: (EntityID) throws -> String?
  ) throws {
    self.vault = vault
    // To Swift both are one text.
    let others = paths.filter { path in path.utf8.contains { $0 >= 0x80 } }
    for (_, spellings) in Dictionary(grouping: others, by: { $0 }) {
      let apart = try spellings.filter { try known(exactID($0)) != nil }
      exact.formUnion(apart.map { Array($0.utf8) })
      let rest = spellings.filter { !exact.contains(Array($0.utf8)) }
      guard rest.count > 1 else { continue }
      let home = try known(composedID(rest[0])).map { Array($0.utf8) }
      let first =
        rest.first { Array($0.utf8) == home }
        ?? rest.first { $0.utf8.elementsEqual($0.nfc.utf8) } ?? rest[0]
      for path in rest where !path.utf8.elementsEqual(first.utf8) {
        exact.insert(Array(path.utf8))
      }
    }
  }

  /// The item of a path.
  package func id(_ path: String) -> EntityID {
    exact.contains(Array(path.utf8)) ? exactID(path) : composedID(path)
  }

  private func composedID(_ path: String) -> EntityID {
    .imported("markdown", source: vault, name: path)
  }

  private func exactID(_ path: String) -> EntityID {
    EntityID(name: "markdown spelling", vault.nfc, path)
  }
}
