/// What the files of a vault are, judged by their paths alone.
package struct VaultScan: Equatable, Sendable {
  /// Markdown notes.
  package private(set) var notes: [String] = []
  /// Pictures, canvases and everything else that notes may show.
  package private(set) var attachments: [String] = []
  /// Settings, the bin, hidden files, and paths that lead out of the vault.
  package private(set) var skipped: [String] = []

  /// Sorts paths relative to the vault, parted by `/`, each list in the order given.
  package init(_ paths: some Sequence<String>) {
    for path in paths {
      let parts = path.split(separator: "/", omittingEmptySubsequences: false)
      if parts.contains(where: { $0.isEmpty || $0.hasPrefix(".") }) {
        skipped.append(path)
      } else if Self.isNote(path) {
        notes.append(path)
      } else {
        attachments.append(path)
      }
    }
  }

  /// Whether a name ends in `.md`, whatever its case.
  static func isNote(_ name: String) -> Bool {
    name.utf8.count > 3 && name.suffix(3).lowercased() == ".md"
  }
}
