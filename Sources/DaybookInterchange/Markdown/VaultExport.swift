package import Daybook
package import DaybookEvents

/// Turns items into the notes of a vault.
///
/// An item that came from a vault goes back to its path; where nothing of it changed here, its
/// file is the same to the byte. Otherwise the lines of changed properties are exchanged. An item
/// made here gets a file named after its title, in the folder of its first collection.
package struct VaultExport {
  private let clock: LocalClock
  private var takenPaths: Set<[UInt8]> = []
  /// The names that imported notes have in each folder, and the folder as it is spelled.
  private var names: [String: (folder: String, names: [String])] = [:]
  private var namers: [String: VaultFileNamer] = [:]
  /// Files in the folder that items made here were exported to before.
  private let exported: [EntityID: String]
  /// The items to which paths belong, by their bytes.
  private let owners: [[UInt8]: EntityID]

  /// Exports items.
  ///
  /// - Parameters:
  ///   - paths: those of items that came from a vault, see ``path(of:)``, and of notes in the
  ///     folder already: items made here get other names.
  ///   - exported: notes in the folder already, by the items they were exported from.
  ///   - owners: the items to which paths belong that several came from, by their bytes.
  package init(
    keeping paths: [String], exported: [EntityID: String] = [:], clock: LocalClock,
    owners: [[UInt8]: EntityID] = [:]
  ) {
    self.clock = clock
    self.exported = exported
    self.owners = owners
    for path in paths {
      let folder = path.parentFolder
      names[Self.key(folder), default: (folder, [])].names.append(path.lastPathPart)
    }
  }

  /// The path that an item came from; nil for those made here, and for paths that lead out of a
  /// vault or hide in it, which a forged log might hold.
  package static func path(of item: Item) -> String? {
    guard let extra = item.extras.first(where: { $0.name == VaultNote.ExtraName.path }),
      let path = String(validating: extra.value, as: UTF8.self),
      VaultScan([path]).notes == [path], path.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
    else { return nil }
    let parts = path.split(separator: "/")
    return parts.allSatisfy { $0.utf8.count <= 255 } && path.utf8.count <= 4000 ? path : nil
  }

  /// The file of an item.
  package mutating func file(of item: Item) -> VaultFile {
    if let path = Self.path(of: item), owners[Array(path.utf8)] ?? item.id == item.id,
      takenPaths.insert(Array(path.utf8)).inserted
    {
      return VaultNoteEdit(item, path: path, clock: clock).file
    }
    let path = exported[item.id] ?? newPath(forTitle: item.title.string, in: folder(of: item))
    return VaultFile(path: path, bytes: newNote(item, path), problems: [])
  }

  /// The folder of an item made here: that of its first collection, or of the vault.
  private func folder(of item: Item) -> String {
    let parts = (item.collections.first ?? "").split(separator: "/").prefix(8).map { part in
      var namer = VaultFileNamer()
      return String(namer.name(forTitle: String(part)).dropLast(3))
    }
    let folder = parts.joined(separator: "/")
    return names[Self.key(folder)]?.folder ?? folder
  }

  private mutating func newPath(forTitle title: String, in folder: String) -> String {
    let key = Self.key(folder)
    var namer = namers[key] ?? VaultFileNamer(taken: names[key]?.names ?? [])
    let name = namer.name(forTitle: title)
    namers[key] = namer
    return folder.isEmpty ? name : folder + "/" + name
  }

  /// A note with the frontmatter that it takes to say what its name and text do not.
  private func newNote(_ item: Item, _ path: String) -> [UInt8] {
    var lines = ["---"]
    func add(_ key: String, _ value: PropertyValue?) {
      guard let value, let yaml = FrontmatterEditor.yaml(value) else { return }
      lines.append("\(key): \(yaml)")
    }
    let title = item.title.string
    if title + ".md" != path.lastPathPart, !title.isEmpty { add("title", .text(title)) }
    if !item.tags.isEmpty { add("tags", .list(item.tags.map { .text($0) })) }
    if item.kind != .note { add("type", .text(item.kind.rawValue)) }
    if item.status != .initial { add("status", .text(item.status.rawValue)) }
    add("due", item.schedule.due.map { $0.property(clock) })
    add("priority", item.priority.map { .text($0.rawValue) })
    let milliseconds = item.createdAt.milliseconds
    let created = ZonedTime(
      milliseconds: milliseconds - milliseconds % 1000,
      offsetMinutes: item.createdAt.offsetMinutes)
    add("created", .date(created.description))
    add(VaultNote.idProperty, .text(item.id.description))
    lines.append("---\n")
    return Array(lines.joined(separator: "\n").utf8) + item.body.bytes
  }

  /// Names that differ only in case are one on many systems.
  private static func key(_ name: String) -> String { name.uppercased().lowercased() }
}

/// A file to be written into a vault.
package struct VaultFile: Equatable, Sendable {
  /// Relative to the vault.
  package let path: String
  /// The whole file.
  package let bytes: [UInt8]
  /// Properties that could not be written, with the reason; the file lacks these changes.
  package let problems: [Problem]

  /// A property that could not be written.
  package struct Problem: Equatable, Sendable {
    /// The property.
    package let property: String
    /// Why.
    package let reason: FrontmatterEditProblem
  }
}

extension TimeValue {
  /// The property that reads back as this.
  func property(_ clock: LocalClock) -> PropertyValue {
    switch self {
    case .date(let date): .date(date.description)
    case .instant(let milliseconds): .date(clock.zoned(milliseconds).description)
    }
  }
}
