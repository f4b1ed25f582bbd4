/// A file that notes refer to.
package struct AnkiMedia: Equatable, Sendable {
  /// What notes call it: one name, never a path.
  package let name: String
  /// Which entry of the package holds it.
  package let entry: String
  /// How many bytes it has; nil in packages of the older forms, which do not say.
  package let size: Int?
  /// The SHA-1 of its bytes, 20 of them; nil in packages of the older forms.
  package let sha1: [UInt8]?
}

/// Names of media files, by the rules that Anki keeps them to.
package enum AnkiMediaName {
  /// The most bytes of a name.
  package static let lengthLimit = 120

  private static let forbidden: Set<Character> = [
    "[", "]", "<", ">", ":", "\"", "?", "*", "^", "|",
  ]
  private static let devices: Set<String> = ["con", "prn", "aux", "nul"]

  /// The name as Anki would store it; nil for one that is a path or nothing.
  ///
  /// Composed letters, no characters that some file system refuses, no space or dot at its end, an
  /// underscore behind the name of a device, at most ``lengthLimit`` bytes with its extension kept.
  package static func normalized(_ name: String) -> String? {
    guard !name.utf8.contains(where: { $0 == .slash || $0 == .backslash || $0 == 0 }),
      name != ".", name != ".."
    else { return nil }
    var kept = ""
    for character in name.nfc.replacing("\u{A0}", with: " ") {
      let isControl = character.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
      if !isControl, !forbidden.contains(character) { kept.append(character) }
    }
    while kept.last == " " || kept.last == "." { kept.removeLast() }
    if isDevice(kept) { kept = withUnderscore(kept) }
    kept = shortened(kept)
    return kept.isEmpty ? nil : kept
  }

  /// `con`, `com1` and others, with or without an extension, are devices on Windows.
  private static func isDevice(_ name: String) -> Bool {
    let base = name.prefix { $0 != "." }.lowercased()
    if devices.contains(base) { return true }
    guard base.count == 4, base.hasPrefix("com") || base.hasPrefix("lpt") else { return false }
    return base.last.map { ("1"..."9").contains($0) } ?? false
  }

  private static func withUnderscore(_ name: String) -> String {
    let base = name.prefix { $0 != "." }
    return base + "_" + name[base.endIndex...]
  }

  private static func shortened(_ name: String) -> String {
    guard name.utf8.count > lengthLimit else { return name }
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    var tail = String(name[dot...])
    if tail.utf8.count > 20 { tail = "" }
    var base = String(tail.isEmpty ? name[...] : name[..<dot])
    while base.utf8.count > lengthLimit - tail.utf8.count { base.removeLast() }
    while base.last == " " || base.last == "." { base.removeLast() }
    return base + tail
  }
}
