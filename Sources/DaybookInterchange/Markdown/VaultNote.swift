/// One note of a Markdown vault (Obsidian and its kin).
package struct VaultNote: Equatable, Sendable {
  /// Where it lies in the vault, such as `Projects/Garden plan.md`.
  package let path: String
  /// A byte order mark, both `---` lines and what stands between them; empty if there is none or
  /// it cannot be read. `frontmatter + body` is the file, byte for byte, always.
  package let frontmatter: [UInt8]
  /// What follows the frontmatter; need not be UTF-8.
  package let body: [UInt8]

  /// The frontmatter in its order.
  package private(set) var properties: [VaultProperty] = []
  /// From the frontmatter, then from the body; each once whatever its case, as first written.
  package private(set) var tags: [VaultTag] = []
  /// Links of the body to notes and attachments, in their order.
  package private(set) var links: [VaultLink] = []
  /// What could not be read as meant.
  package internal(set) var problems: [VaultProblem] = []

  /// Reads a note. Never fails: what cannot be read is body, and a problem says why.
  ///
  /// Linear in the file, apart from frontmatter, which is limited to 64 KiB.
  package init(path: String, raw: [UInt8]) {
    self.path = path
    var length = 0
    do throws(VaultProblem) {
      if let split = try FrontmatterSplit(raw) {
        let document = try FrontmatterDocument(raw: raw, split: split)
        length = split.closing.upperBound
        properties = document.properties
      }
    } catch {
      problems.append(error)
    }
    frontmatter = Array(raw[..<length])
    body = Array(raw[length...])
    var scanner = MarkdownScanner(body, folder: path.parentFolder)
    scanner.scan()
    links = scanner.links
    tags = VaultTag.unique(
      properties.tags.map { VaultTag(name: $0, origin: .frontmatter) }
        + scanner.tags.map { VaultTag(name: $0, origin: .inline) })
    for property in DateProperty.allCases { checkDate(property) }
  }
}

/// A tag without `#`, its levels parted by `/`.
package struct VaultTag: Equatable, Sendable {
  /// Without `#`, in the case it was first written in.
  package let name: String
  /// Where it was found first.
  package let origin: Origin

  /// A tag of a note.
  package init(name: String, origin: Origin) {
    self.name = name
    self.origin = origin
  }

  /// Where a tag was found first.
  package enum Origin: Equatable, Sendable {
    case frontmatter
    case inline
  }

  /// The first of each name, compared without case.
  static func unique(_ tags: [VaultTag]) -> [VaultTag] {
    var seen: Set<String> = []
    return tags.filter { seen.insert($0.name.lowercased()).inserted }
  }
}

extension String {
  /// The folder of a path, empty at the root.
  var parentFolder: String {
    lastIndex(of: "/").map { String(self[..<$0]) } ?? ""
  }

  /// What follows the last slash.
  var lastPathPart: String {
    lastIndex(of: "/").map { String(self[index(after: $0)...]) } ?? self
  }
}
