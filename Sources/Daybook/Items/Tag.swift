package import DaybookEvents

/// A tag: its name is its identity.
package enum Tag {
  /// The entity of a tag: derived from its normalised name, so "Café" is one tag however it is
  /// spelled and wherever it was first used.
  package static func id(_ name: String) -> EntityID {
    EntityID(name: "tag", normalizedTagName(name))
  }

  /// Whether a name is nothing but white space, which is no tag.
  package static func isNameless(_ name: String) -> Bool { normalizedTagName(name).isEmpty }

  /// The names without those that mean the same tag as one before.
  package static func distinct(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert(normalizedTagName($0)).inserted }
  }

  /// The payload of `itemTagged` and `itemUntagged`.
  package static func payload(_ name: String) -> [UInt8] {
    var wire = WireWriter()
    wire.text(1, name)
    return wire.bytes
  }
}
