import Daybook
import DaybookConsole
import DaybookSystem

/// Where texts lie while they are in an editor: in a folder of the store, which is for its owner
/// only, and never among the temporary files that all users share.
///
/// A text is `open-<process>-<number>.md` as long as the editor shows it, and `kept-<number>.md`
/// once it is left for its writer to fetch.
struct DraftFolder {
  private let path: String

  /// Makes the folder where it is missing, and clears what programs that died have left: what
  /// nobody wrote to goes, a text that somebody did write is kept, and said once.
  init(_ store: Store) throws {
    path = store.path + "/drafts"
    try FileSystem.makeDirectory(path, intermediates: true)
    for name in try FileSystem.listDirectory(path) where Self.isLeft(name) {
      let left = path + "/" + name
      if FileSystem.isUntouched(left) {
        try FileSystem.remove(left)
      } else {
        let kept = try keep(left)
        Console.note(
          "A text that was in the editor when daybook was ended is in \(VisibleText.line(kept)).")
      }
    }
  }

  /// A place for a text, which is not there yet.
  func newPath() -> String { "\(path)/open-\(Host.processIdentifier)-\(Self.number).md" }

  /// Puts a text there, so that any later writing to it shows.
  func open(_ path: String, _ document: [UInt8]) throws {
    try FileSystem.writeFileAtomically(path, document, permissions: FileSystem.privateFile)
    try FileSystem.markUntouched(path)
  }

  /// Leaves a text for its writer to fetch.
  ///
  /// - Returns: where it is.
  func keep(_ open: String) throws -> String {
    let kept = "\(path)/kept-\(Self.number).md"
    try FileSystem.rename(open, to: kept)
    return kept
  }

  private static var number: UInt64 {
    var random = SystemRandomNumberGenerator()
    return random.next()
  }

  /// Whether a name is that of a text whose program runs no more.
  private static func isLeft(_ name: String) -> Bool {
    let parts = name.split(separator: "-")
    guard parts.count == 3, parts[0] == "open", let process = Int32(parts[1]) else { return false }
    return !Host.isRunning(process)
  }
}
