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

  private let drafts: DraftFolder
  private let path: String
  private let command: String

  /// Prepares a file of its own, among the files of the store.
  ///
  /// The editor is the first that is named of `$DAYBOOK_EDITOR`, the setting `editor`, `$VISUAL`
  /// and `$EDITOR`: the order of git, whose users know it.
  ///
  /// - Parameter mayAsk: whether questions may be asked at all; an editor is one.
  /// - Throws: ``EditorError/forbidden``, ``EditorError/noTerminal``; what the disk says.
  init(_ store: Store, mayAsk: Bool) throws {
    guard mayAsk else { throw EditorError.forbidden }
    let named = [
      Host.environment("DAYBOOK_EDITOR"), try store.setting(.editor).value,
      Host.environment("VISUAL"), Host.environment("EDITOR"),
    ]
    command = named.lazy.compactMap(\.self).first { !$0.isEmpty } ?? "vi"
    guard Self.isUsable(command) else { throw EditorError.noTerminal }
    drafts = try DraftFolder(store)
    path = drafts.newPath()
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
    try drafts.open(path, before)
    try whenWritten()
    let isDone = try runEditor()
    let after = try FileSystem.readFile(path, limit: 16 << 20)
    guard isDone else {
      guard after == before else { throw EditorError.failed(kept: try drafts.keep(path)) }
      close()
      throw EditorError.failed(kept: nil)
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
    return try drafts.keep(path)
  }

  /// Removes the file: what was written is kept elsewhere, or was nothing new.
  func close() {
    try? FileSystem.remove(path)  // what is left over goes when the next editor is opened
  }

  /// Runs `work`, which keeps what was written; where it fails, says where the file is.
  func keeping<Result>(_ work: () throws -> Result) throws -> Result {
    do {
      return try work()
    } catch {
      if !(error is EditorError), FileSystem.exists(path) {
        Console.note("What you wrote is in \(VisibleText.line(try drafts.keep(path))).")
      }
      throw error
    }
  }

  /// Editors that draw on a terminal: without one they wait for keys that nobody can press.
  private static let onTerminal = [
    "vi", "vim", "nvim", "nano", "pico", "micro", "hx", "helix", "kak", "joe", "jed", "ne", "mg",
    "mcedit",
  ]

  /// Whether an editor can work here. One with windows of its own, or a script, needs no terminal.
  private static func isUsable(_ command: String) -> Bool {
    if Terminal.isInteractive(Terminal.input), Terminal.isInteractive(Terminal.output) {
      return true
    }
    let name = words(command).first?.split(separator: "/").last ?? ""
    return !onTerminal.contains(String(name))
  }

  /// A path may hold spaces; otherwise they part the editor from its options.
  private static func words(_ command: String) -> [String] {
    FileSystem.exists(command) ? [command] : command.split(separator: " ").map(String.init)
  }

  private func runEditor() throws -> Bool {
    let words = Self.words(command)
    guard let editor = words.first else { return false }
    do {
      return try ChildProcess.run(editor, words.dropFirst() + [path]) == .status(0)
    } catch {
      return false  // it could not even be started; the caller says so
    }
  }
}

extension ItemEditor.Draft {
  /// A text that was written elsewhere: its first line that says something is the title, what
  /// follows is read as in the editor.
  init(text: Text) {
    var rest = text.bytes[...]
    while let end = rest.firstIndex(of: 10), Text(bytes: Array(rest[..<end])).isBlank {
      rest = rest[(end + 1)...]
    }
    self = ItemEditor.draft(Array(rest), from: Self(title: "", body: ""))
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
