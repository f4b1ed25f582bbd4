/// The small file in a vault by which it is known, whatever its folder is called and wherever it
/// lies.
package enum VaultMark {
  /// What the file is called: hidden, so that no program takes it for a note.
  package static let fileName = ".daybook-vault"
  /// The longest file that is read.
  package static let byteLimit = 4096
  private static let key = "vault: "

  /// What the file of a vault holds.
  package static func bytes(of vault: String) -> [UInt8] {
    Array(
      """
      # Daybook knows this vault by the line below, whatever its folder is called.
      # A copy of the folder is the same vault: remove this file from one that goes its own way.
      \(key)\(vault)

      """.utf8)
  }

  /// The vault that a file names; nil where it names none.
  package static func vault(in bytes: [UInt8]) -> String? {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    let lines = text.split(whereSeparator: \.isNewline).filter { $0.hasPrefix(key) }
    guard lines.count == 1, let name = String(lines[0].dropFirst(key.count)).trimmed,
      name.utf8.count <= 1024, name.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
    else { return nil }
    return name
  }
}
