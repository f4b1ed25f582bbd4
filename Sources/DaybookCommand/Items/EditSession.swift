import Daybook
import DaybookConsole
import DaybookEvents
import DaybookSystem

/// One item in the editor, from what is shown to what is written, also when it changes meanwhile.
struct EditSession {
  private let store: Store
  private let id: EntityID
  private let mayAsk: Bool
  private let editor: ItemEditor

  init(_ store: Store, _ id: EntityID, _ arguments: StoreArguments) throws {
    editor = try ItemEditor(store, mayAsk: !arguments.noInput)
    self.store = store
    self.id = id
    mayAsk = arguments.mayAsk
  }

  /// Opens the editor and writes what the person changed.
  ///
  /// - Returns: whether anything was written.
  /// - Throws: ``EditorError``; nothing is overwritten then.
  func run() throws -> Bool {
    let shown = try shown()
    let mine = try editor.edited(shown.draft)
    guard mine != shown.draft else {
      editor.close()
      return false
    }
    switch try editor.keeping({ try write(mine, shown) }) {
    case .abandoned(let path):
      Console.note("Nothing was written; your text is in \(VisibleText.line(path)).")
      return false
    case .written(let isChanged):
      editor.close()
      return isChanged
    }
  }

  private enum Outcome {
    case written(Bool)
    case abandoned(path: String)
  }

  private struct Shown {
    let draft: ItemEditor.Draft
    let heads: [EventName]
  }

  private func shown() throws -> Shown {
    try store.read { moment, transaction in
      let record = try moment.liveRecord(id, .item, transaction)
      return Shown(
        draft: ItemEditor.Draft(
          title: Text(bytes: record.value(.title) ?? []),
          body: Text(bytes: record.value(.body) ?? [])),
        heads: record.headNames)
    }
  }

  /// Writes the fields of `mine` that differ from what the person was shown, as long as that
  /// still shows; else asks, as often as need be.
  private func write(_ mine: ItemEditor.Draft, _ shown: Shown) throws -> Outcome {
    var (mine, base, heads) = (mine, shown.draft, shown.heads)
    while true {
      do {
        return .written(try store.edit(id, mine.change(from: base), ifStill: heads))
      } catch StoreError.changedMeanwhile {
        let now = try self.shown()
        switch try choice() {
        case .merge:
          mine = try merged(mine, now.draft)
          (base, heads) = (now.draft, now.heads)
        case .keepMine: heads = now.heads
        case .abandon: return .abandoned(path: try editor.keep(mine))
        case nil: throw EditorError.changedMeanwhile(id, kept: try editor.keep(mine))
        }
      }
    }
  }

  private enum Choice { case merge, keepMine, abandon }

  /// What the person wants; nil when nobody can be asked.
  private func choice() throws -> Choice? {
    guard mayAsk else { return nil }
    Console.note("\(id.handleDigits.prefix(8)) was changed while your editor was open.")
    while true {
      Console.note("m) merge both in the editor   k) keep mine   a) abandon mine")
      switch try StandardInput.readLine(limit: 1024).map({ String(decoding: $0, as: UTF8.self) }) {
      case "m": return .merge
      case "k": return .keepMine
      case "a": return .abandon
      case nil: return nil
      default: continue
      }
    }
  }

  /// Both versions in the editor, until no mark is left.
  private func merged(
    _ mine: ItemEditor.Draft, _ theirs: ItemEditor.Draft
  ) throws -> ItemEditor.Draft {
    var document = Self.bothVersions(mine, theirs)
    while true {
      document = try editor.edited(document)
      // A row of equals signs alone may be a heading.
      guard [Self.marks[0], Self.marks[2]].contains(where: { Self.holds(document, $0) }) else {
        break
      }
      Console.note("The lines that mark the two versions are still there.")
      guard try choice() == .merge else {
        throw EditorError.changedMeanwhile(id, kept: try editor.keep(mine))
      }
    }
    return ItemEditor.draft(document, from: theirs)
  }

  private static let marks = ["<<<<<<< yours", "=======", ">>>>>>> theirs"]

  private static func bothVersions(
    _ mine: ItemEditor.Draft, _ theirs: ItemEditor.Draft
  ) -> [UInt8] {
    func line(_ text: String) -> [UInt8] { Array(text.utf8) + [10] }
    guard mine.title == theirs.title else {
      return line(marks[0]) + ItemEditor.document(mine) + line(marks[1])
        + ItemEditor.document(theirs) + line(marks[2])
    }
    func body(_ draft: ItemEditor.Draft) -> [UInt8] {
      draft.body.bytes + (draft.body.bytes.last == 10 ? [] : [10])
    }
    return mine.title.bytes + [10, 10] + line(marks[0]) + body(mine) + line(marks[1])
      + body(theirs) + line(marks[2])
  }

  private static func holds(_ document: [UInt8], _ mark: String) -> Bool {
    document.split(separator: 10).contains { $0.elementsEqual(mark.utf8) }
  }
}

extension ItemEditor.Draft {
  /// What was changed since `base`.
  func change(from base: ItemEditor.Draft) -> ItemChange {
    var change = ItemChange()
    if title != base.title { change.title = title }
    if body != base.body { change.body = body }
    return change
  }
}
