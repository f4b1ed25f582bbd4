import Daybook
import DaybookEvents

/// The file of an item that came from a vault, with what changed here.
///
/// What the note would say if it were imported now is compared with what the item says: only
/// where these differ is a line exchanged.
struct VaultNoteEdit {
  private let item: Item
  private let note: VaultNote
  private let clock: LocalClock
  private var problems: [VaultFile.Problem] = []

  /// Prepares the file of an item.
  init(_ item: Item, path: String, clock: LocalClock) {
    self.item = item
    self.clock = clock
    let frontmatter = item.extras.first { $0.name == VaultNote.ExtraName.frontmatter }?.value ?? []
    note = VaultNote(path: path, raw: frontmatter + item.body.bytes)
    keptFrontmatter = frontmatter
  }

  private let keptFrontmatter: [UInt8]

  /// The file.
  var file: VaultFile {
    var edit = self
    let bytes = edit.editedBytes()
    return VaultFile(path: note.path, bytes: bytes, problems: edit.problems)
  }

  private mutating func editedBytes() -> [UInt8] {
    let raw = keptFrontmatter + item.body.bytes
    // A text that was changed to begin with frontmatter of its own speaks for itself.
    guard note.frontmatter == keptFrontmatter else { return raw }
    let said = note.fields(clock)
    var changes: [(property: String, edit: Edit)] = []
    if said.title != item.title { changes.append(("title", .set(.text(item.title.string)))) }
    if let tags = changedTags() { changes.append(("tags", .tags(tags))) }
    if said.kind != item.kind { changes.append(("type", .set(.text(item.kind.rawValue)))) }
    if said.schedule?.due != item.schedule.due {
      changes.append(("due", item.schedule.due.map { .set($0.property(clock)) } ?? .remove))
    }
    if said.status?.status ?? .initial != item.status { changes += statusChanges() }
    if said.priority != item.priority {
      changes.append(("priority", item.priority.map { .set(.text($0.rawValue)) } ?? .remove))
    }
    guard !changes.isEmpty else { return raw }
    return apply(changes) ?? raw
  }

  /// What happens to a property.
  private enum Edit {
    case set(PropertyValue)
    case remove
    case tags([String])
  }

  private mutating func apply(_ changes: [(property: String, edit: Edit)]) -> [UInt8]? {
    var editor: FrontmatterEditor
    do throws(FrontmatterEditProblem) {
      editor = try FrontmatterEditor(frontmatter: note.frontmatter, body: note.body)
    } catch {
      problems += changes.map { VaultFile.Problem(property: $0.property, reason: error) }
      return nil
    }
    for (property, edit) in changes {
      do throws(FrontmatterEditProblem) {
        switch edit {
        case .set(let value): try editor.set(key(property), to: value)
        case .remove: try editor.remove(key(property))
        case .tags(let tags): try editor.setTags(tags)
        }
      } catch {
        problems.append(VaultFile.Problem(property: property, reason: error))
      }
    }
    return editor.frontmatter + editor.body
  }

  /// A property as the note spells it.
  private func key(_ property: String) -> String {
    note.properties.first(of: [property])?.key ?? property
  }

  /// The tags that the frontmatter has to list; nil when it does already. Tags in the text are
  /// part of the text, and stay.
  private func changedTags() -> [String]? {
    let listed = note.properties.tags
    let wanted = Set(item.tags.map(Tag.id))
    let said = Set(note.tags.map { Tag.id($0.name) })
    let kept = listed.filter { wanted.contains(Tag.id($0)) }
    let added = item.tags.filter { !said.contains(Tag.id($0)) }
    return kept.count == listed.count && added.isEmpty ? nil : kept + added
  }

  /// Boxes are ticked where the note has them, and unticked where they say something else.
  private func statusChanges() -> [(property: String, edit: Edit)] {
    if item.status == .done, note.isDone != nil { return [("done", .set(.bool("true")))] }
    var changes: [(property: String, edit: Edit)] = []
    if note.isDone == true { changes.append(("done", .set(.bool("false")))) }
    if item.status == .archived, note.isArchived != nil {
      return changes + [("archived", .set(.bool("true")))]
    }
    if note.isArchived == true { changes.append(("archived", .set(.bool("false")))) }
    let written = note.status.map { $0.lowercased() }
    let known = ItemStatus.known.map(\.rawValue)
    let left = written.flatMap { known.contains($0) ? $0 : nil } ?? ItemStatus.initial.rawValue
    if left != item.status.rawValue {
      changes.append(("status", .set(.text(item.status.rawValue))))
    }
    return changes
  }
}
