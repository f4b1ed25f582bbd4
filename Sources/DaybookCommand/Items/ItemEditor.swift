import Daybook
import DaybookConsole
import DaybookSystem

/// Lets a person write in their editor: the first line is the title, the text follows after an
/// empty line. What was written stays in a file until it is safely kept.
struct ItemEditor {
  /// What is written.
  struct Draft: Equatable {
    /// The first line.
    var title: Text
    /// The rest.
    var body: Text
  }

  private let path: String
  private let command: String

  /// Prepares a file of its own.
  ///
  /// The editor is the first that is named of `$DAYBOOK_EDITOR`, the setting `editor`, `$VISUAL`
  /// and `$EDITOR`: the order of git, whose users know it.
  init(_ store: Store) throws {
    let named = [
      Host.environment("DAYBOOK_EDITOR"), try store.setting(.editor).value,
      Host.environment("VISUAL"), Host.environment("EDITOR"),
    ]
    command = named.lazy.compactMap(\.self).first { !$0.isEmpty } ?? "vi"
    var random = SystemRandomNumberGenerator()
    let folder = Host.environment("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/var/tmp"
    path = "\(folder)/daybook-\(random.next()).md"
  }

  /// The draft as it was left in the editor.
  ///
  /// - Throws: ``EditorError/failed(kept:)``.
  func edited(_ draft: Draft) throws -> Draft {
    let before = Self.document(draft)
    let after = try edited(before)
    return after == before ? draft : Self.draft(after, from: draft)
  }

  /// A text as it was left in the editor.
  ///
  /// - Throws: ``EditorError/failed(kept:)``.
  func edited(_ before: [UInt8]) throws -> [UInt8] { try edited(before) {} }

  private func edited(_ before: [UInt8], _ whenWritten: () throws -> Void) throws -> [UInt8] {
    try FileSystem.writeFileAtomically(path, before, permissions: FileSystem.privateFile)
    try whenWritten()
    let isDone = try runEditor()
    let after = try FileSystem.readFile(path, limit: 16 << 20)
    guard isDone else {
      if after == before { close() }
      throw EditorError.failed(kept: after == before ? nil : path)
    }
    return after
  }

  /// A text as it was saved in the editor, changed or not; nil where it was not saved.
  ///
  /// - Throws: ``EditorError/failed(kept:)``.
  func saved(_ before: [UInt8]) throws -> [UInt8]? {
    var version: FileSystem.FileVersion?
    let after = try edited(before) { version = try FileSystem.version(path) }
    return try FileSystem.version(path) == version ? nil : after
  }

  /// Keeps a draft in the file for later.
  ///
  /// - Returns: where it is.
  func keep(_ draft: Draft) throws -> String { try keep(Self.document(draft)) }

  /// Keeps a text in the file for later.
  ///
  /// - Returns: where it is.
  func keep(_ document: [UInt8]) throws -> String {
    try FileSystem.writeFileAtomically(path, document, permissions: FileSystem.privateFile)
    return path
  }

  /// Removes the file: what was written is kept elsewhere, or was nothing new.
  func close() {
    try? FileSystem.remove(path)  // a file left over in the temporary folder is harmless
  }

  /// Runs `work`, which keeps what was written; where it fails, says where the file is.
  func keeping<Result>(_ work: () throws -> Result) throws -> Result {
    do {
      return try work()
    } catch {
      if !(error is EditorError), FileSystem.exists(path) {
        Console.note("What you wrote is in \(VisibleText.line(path)).")
      }
      throw error
    }
  }

  private func runEditor() throws -> Bool {
    // A path may hold spaces; otherwise they part the editor from its options.
    let words =
      FileSystem.exists(command) ? [command] : command.split(separator: " ").map(String.init)
    guard let editor = words.first else { return false }
    do {
      return try ChildProcess.run(editor, words.dropFirst() + [path]) == .status(0)
    } catch {
      return false  // it could not even be started; the caller says so
    }
  }
}

extension ItemEditor {
  /// Title, empty line, text, each ending in a newline, as editors leave files.
  static func document(_ draft: Draft) -> [UInt8] {
    let ending: [UInt8] = draft.body.isEmpty || draft.body.bytes.last == 10 ? [] : [10]
    return draft.title.bytes + [10, 10] + draft.body.bytes + ending
  }

  /// Reads a document that began as `draft`.
  static func draft(_ document: [UInt8], from draft: Draft) -> Draft {
    // A title of several lines is one title as long as it stays as it was.
    let isSame = document.starts(with: draft.title.bytes + [10])
    let end = isSame ? draft.title.bytes.count : document.firstIndex(of: 10) ?? document.count
    var rest = document.dropFirst(end + 1)
    if rest.first == 10 { rest = rest.dropFirst() }
    if draft.body.bytes.last != 10, rest.last == 10 { rest = rest.dropLast() }
    return Draft(title: Text(bytes: Array(document[..<end])), body: Text(bytes: Array(rest)))
  }
}
