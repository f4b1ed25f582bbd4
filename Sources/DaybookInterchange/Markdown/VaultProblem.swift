/// Something in a note that could not be read as meant. The note is never lost to it.
package struct VaultProblem: Error, Equatable, Sendable {
  /// The line of the file, counted from 1.
  package let line: Int
  /// What is wrong there.
  package let kind: Kind

  /// A problem in a note.
  package init(line: Int, kind: Kind) {
    self.line = line
    self.kind = kind
  }

  /// What is wrong. After all but the last the whole file is body, unchanged.
  package enum Kind: Equatable, Sendable {
    /// The first line is `---`, but no other.
    case unclosedFrontmatter
    /// The frontmatter holds bytes that are not UTF-8.
    case invalidUTF8
    /// The frontmatter is not YAML.
    case malformedYAML
    /// The frontmatter is YAML, but not keys and values.
    case noProperties
    /// The frontmatter has more than 64 KiB.
    case frontmatterTooLarge
    /// Values are nested more than 64 deep, or refer to one another more than 16 times.
    case frontmatterTooComplex
    /// A property that should be a date is none.
    case unreadableDate(VaultNote.DateProperty)
  }
}
