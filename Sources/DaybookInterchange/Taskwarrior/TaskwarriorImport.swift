package import Daybook
import DaybookEvents

/// Turns the tasks of one Taskwarrior export into items.
///
/// A task is known by its uuid, or without one by the source's name, its description and when it
/// was entered. Of a task that occurs twice the one modified last counts.
package struct TaskwarriorImport {
  /// The items, in the order of the file.
  package let items: [ImportedItem]

  /// Reads the tasks of a file.
  ///
  /// - Parameters:
  ///   - file: what the person calls the file, for messages.
  ///   - source: what the source is called, the same on every machine.
  package init(_ tasks: [TaskwarriorTask], file: String, source: String) {
    let parents = Set(tasks.compactMap(\.parent))
    var items: [ImportedItem] = []
    var indexByID: [EntityID: Int] = [:]
    for task in tasks {
      let item = task.item(file: file, source: source, hasChildren: parents.contains)
      if let index = indexByID[item.id] {
        let isNewer = item.modifiedAt ?? .min >= items[index].modifiedAt ?? .min
        if isNewer { items[index] = item }
      } else {
        indexByID[item.id] = items.count
        items.append(item)
      }
    }
    self.items = items
  }
}

extension TaskwarriorTask {
  fileprivate func item(
    file: String, source: String, hasChildren: (String) -> Bool
  ) -> ImportedItem {
    let id =
      uuid.map { EntityID.imported("taskwarrior", foreignID: $0) }
      ?? EntityID.imported(
        "taskwarrior", source: source, name: "\(entry ?? 0) \(description)")
    var item = ImportedItem(
      id: id, source: "taskwarrior", place: ImportPlace(file: file, line: line))
    item.fields.title = Text(titleAndRest.title)
    item.fields.body = Text(text)
    item.fields.kind = .task
    let isTemplate = status == .recurring && uuid.map(hasChildren) ?? false
    item.fields.status = itemStatus(isTemplate: isTemplate)
    if due != nil || scheduled != nil || wait != nil {
      item.fields.schedule = Schedule(
        due: due.map { .instant(milliseconds: $0) },
        scheduled: scheduled.map { .instant(milliseconds: $0) },
        waitUntil: wait.map { .instant(milliseconds: $0) })
    }
    item.fields.priority = itemPriority
    item.fields.extras = keptFields.map {
      ExtraField(name: $0.name, value: $0.value.bytes)
    }
    item.tags = tags
    item.collections = project.map { [$0] } ?? []
    item.createdAt = entry
    item.modifiedAt = modified ?? entry
    item.isDeleted = status == .deleted
    return item
  }

  /// A recurring task whose tasks are in the file stands for them and not for itself: it is kept
  /// out of sight, as in Taskwarrior. One that has none yet is all there is to see of it.
  private func itemStatus(isTemplate: Bool) -> ItemChange.StatusChange {
    switch status {
    case .completed: ItemChange.StatusChange(.done, completedAt: end)
    case .recurring where isTemplate: ItemChange.StatusChange(.archived)
    case .pending, .recurring, .deleted: ItemChange.StatusChange(start == nil ? .inbox : .active)
    }
  }

  /// Priorities that people made up are kept among the other fields.
  private var itemPriority: ItemPriority? {
    switch priority {
    case "H": .high
    case "M": .normal
    case "L": .low
    default: nil
    }
  }

  private var titleAndRest: (title: String, rest: String) {
    guard let end = description.unicodeScalars.firstIndex(where: { $0 == "\n" || $0 == "\r" })
    else { return (description, "") }
    let rest = description.unicodeScalars[end...].drop { $0 == "\n" || $0 == "\r" }
    return (String(description[..<end]), String(rest))
  }

  /// What follows the first line of the description, then the remarks with their days in UTC.
  private var text: String {
    let remarks = annotations.map { remark in
      let day = remark.entry.flatMap(TaskwarriorDate.day).map { $0 + " " } ?? ""
      let lines = remark.description.split(separator: "\n", omittingEmptySubsequences: false)
      return "- " + day + lines.joined(separator: "\n  ")
    }.joined(separator: "\n")
    let rest = titleAndRest.rest
    return rest.isEmpty || remarks.isEmpty ? rest + remarks : rest + "\n\n" + remarks
  }
}
