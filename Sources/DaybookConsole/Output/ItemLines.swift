package import Daybook
import DaybookEvents

/// Items as people see them in a terminal.
package struct ItemLines {
  private let clock: LocalClock
  private let now: Int64
  private let output: Output

  /// Prints for an output, with times where the person is.
  package init(_ output: Output, clock: LocalClock, now: Int64) {
    self.output = output
    self.clock = clock
    self.now = now
  }

  /// A table of items with their short ids; nothing for none.
  package func table(_ items: [(handle: String, item: Item)]) -> [String] {
    guard !items.isEmpty else { return [] }
    var columns = Columns(
      [
        Columns.Column("id"), Columns.Column("status"), Columns.Column("due"),
        Columns.Column("title"), Columns.Column("tags"),
      ], shrinking: 3)
    for (handle, item) in items {
      columns.append([
        Columns.Cell(handle, .cyan), Columns.Cell(status(item)),
        due(item.schedule.due), Columns.Cell(title(item)),
        Columns.Cell(item.tags.map { "#" + $0 }.joined(separator: " "), .blue),
      ])
    }
    return columns.lines(width: output.width, style: output.style)
  }

  /// One item with everything about it.
  package func details(_ item: Item, handle: String, conflicts: Int) -> [String] {
    let style = output.style
    var lines = [style.marked(VisibleText.line(title(item)), .bold)]
    func add(_ name: String, _ value: String) {
      guard !value.isEmpty else { return }
      let label = name + String(repeating: " ", count: max(1, 12 - name.count))
      lines.append(style.marked(label, .dim) + VisibleText.line(value))
    }
    add("id", "\(handle)  (\(item.id))")
    add("kind", item.kind.rawValue)
    add("status", status(item))
    for attribute in ItemAttribute.all {
      add(attribute.name, item.attributes[attribute.field] ?? "")
    }
    add("due", text(item.schedule.due))
    add("scheduled", text(item.schedule.scheduled))
    add("waiting", text(item.schedule.waitUntil))
    add("tags", item.tags.joined(separator: ", "))
    add("collections", item.collections.joined(separator: ", "))
    if item.isErased { return lines }
    add("captured", stamp(item.createdAt))
    if let completedAt = item.completedAt { add("done", stamp(completedAt)) }
    if item.editedAt.milliseconds != item.createdAt.milliseconds {
      add("edited", stamp(item.editedAt))
    }
    if conflicts > 0 { add("conflicts", "\(conflicts), see: daybook conflicts show \(handle)") }
    lines += item.extras.map { extra in
      style.marked("elsewhere   ", .dim)
        + "\(VisibleText.line(extra.name)): \(VisibleText.line(extra.value))"
    }
    if !item.body.isEmpty { lines += ["", VisibleText.lines(item.body.bytes)] }
    return lines
  }

  /// A time in a person's words: a date alone, or date and minutes.
  package func text(_ value: TimeValue?) -> String {
    switch value {
    case .date(let date): date.description
    case .instant(let milliseconds): stamp(milliseconds)
    case nil: ""
    }
  }

  private func stamp(_ time: ZonedTime) -> String {
    TimeText(clock, output.zone).text(time)
  }

  private func stamp(_ milliseconds: Int64) -> String {
    TimeText(clock, output.zone).text(milliseconds)
  }

  private func due(_ value: TimeValue?) -> Columns.Cell {
    guard let value else { return Columns.Cell("") }
    let isOver =
      switch value {
      case .date(let date): date < clock.date(at: now)
      case .instant(let milliseconds): milliseconds < now
      }
    return isOver ? Columns.Cell(text(value), .red) : Columns.Cell(text(value))
  }

  private func status(_ item: Item) -> String {
    item.isDeleted ? "deleted" : item.status.rawValue
  }

  private func title(_ item: Item) -> String {
    item.isErased
      ? "(erased)" : item.title.isEmpty ? "(untitled)" : VisibleText.line(item.title.bytes)
  }
}
