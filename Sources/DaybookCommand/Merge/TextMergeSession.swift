import Daybook
import DaybookConsole
import DaybookEvents
import DaybookSystem

/// Texts in conflict in the editor: what collides stands between marks, what does not is put
/// together line by line, and nothing is written that a person has not seen and saved.
struct TextMergeSession {
  private let store: Store
  private let id: EntityID
  private let mayAsk: Bool
  private let times: TimeText

  init(_ store: Store, _ id: EntityID, mayAsk: Bool, _ zone: ShownZone) {
    times = TimeText(TimeReading(store).clock, zone)
    self.store = store
    self.id = id
    self.mayAsk = mayAsk
  }

  /// Opens the editor for one text after another, and writes each as the person saved it.
  ///
  /// - Returns: the fields that were decided, up to the first that the person did not save.
  /// - Throws: ``EditorError``; nothing is overwritten then, and what was written is in a file.
  func run() throws -> [String] {
    let conflicts = try store.textConflicts(about: id)
    guard !conflicts.isEmpty else { throw try noText() }
    var fields: [String] = []
    for conflict in conflicts {
      let editor = try ItemEditor(store, mayAsk: true)
      Console.note("The \(conflict.field) of \(id.handleDigits.prefix(8)) goes to your editor.")
      guard let text = try decided(conflict, in: editor) else {
        Console.note("It was not saved, or saved empty, so it stays as it was.")
        editor.close()
        break
      }
      try editor.keeping {
        do {
          try store.end(conflict, with: text)
        } catch StoreError.changedMeanwhile {
          throw EditorError.changedMeanwhile(id, kept: try editor.keep(text.bytes))
        }
      }
      editor.close()
      fields.append(conflict.field)
    }
    try noteOthers()
    return fields
  }

  /// Says what else is in conflict: only texts can be put together.
  private func noteOthers() throws {
    let texts = try store.textConflicts(about: id).map(\.field)
    let others = try store.conflicts(about: id).map(\.field).filter { !texts.contains($0) }
    guard !others.isEmpty else { return }
    let names = others.map { VisibleText.line($0) }.joined(separator: ", ")
    Console.note(
      "Still in conflict, and no text: \(names). "
        + "Choose a version: see conflicts show \(id.handleDigits.prefix(8)).")
  }

  /// All versions of one text as a person put them together: onto the one that shows, one after
  /// the other. Nil where the person gave up.
  private func decided(_ conflict: TextConflict, in editor: ItemEditor) throws -> Text? {
    let names = names(conflict.versions)
    var ours = (text: conflict.versions[0].text, name: names[0])
    for (version, name) in zip(conflict.versions, names).dropFirst() {
      let merge = ThreeWayMerge(base: version.base, ours: ours.text, theirs: version.text)
      let (shown, marks) = merge.document(ours: ours.name, theirs: name)
      guard let text = try edited(shown, marks, in: editor) else { return nil }
      ours = (text, "\(ours.name) + \(name)")
    }
    return ours.text
  }

  /// A text as it was saved without marks; nil where the person gave up: did not save it, or
  /// emptied it.
  private func edited(
    _ shown: Text, _ marks: ThreeWayMerge.Marks, in editor: ItemEditor
  ) throws -> Text? {
    // Editors end every file with a line feed.
    let isEnded = shown.bytes.last == 10
    var document = isEnded ? shown.bytes : shown.bytes + [10]
    while true {
      guard let saved = try editor.saved(document), !Self.isBlank(saved) || Self.isBlank(document)
      else { return nil }
      guard marks.remain(in: Text(bytes: saved)) else {
        return Text(bytes: !isEnded && saved.last == 10 ? saved.dropLast() : saved)
      }
      Console.note("The lines that mark the two versions are still there.")
      guard try wantsToGoOn() else { throw EditorError.marksLeft(kept: try editor.keep(saved)) }
      document = saved
    }
  }

  private static func isBlank(_ document: [UInt8]) -> Bool {
    document.allSatisfy { [9, 10, 13, 32].contains($0) }
  }

  private func wantsToGoOn() throws -> Bool {
    guard mayAsk else { return false }
    Console.note("Back to the editor? y/n")
    return try StandardInput.readLine(limit: 1024).map { [[0x79], [0x59]].contains($0) } ?? false
  }

  /// What the versions are called: by their replicas, with the time where those have one name.
  private func names(_ versions: [TextConflict.Version]) -> [String] {
    let names = versions.map { VisibleText.line($0.replicaName.bytes) }
    return zip(versions, names).map { version, name in
      guard names.count(where: { $0 == name }) > 1 else { return name }
      return "\(name) \(times.text(version.recordedAt, isToTheSecond: true))"
    }
  }

  /// Why there is nothing to merge.
  private func noText() throws -> any Error {
    let isInConflict = try !store.conflicts(about: id).isEmpty
    return isInConflict ? StoreError.noTextConflict(id) : StoreError.noConflict(id)
  }
}
