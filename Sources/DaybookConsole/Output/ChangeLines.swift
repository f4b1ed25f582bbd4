package import Daybook
import DaybookEvents

/// What would be different in a store, for people: thing by thing, as much as is read.
package struct ChangeLines {
  private static let limit = 20
  private let changes: StoreChanges
  private let clock: LocalClock
  private let output: Output

  /// Shows changes for an output, with times where the person is.
  package init(_ changes: StoreChanges, _ clock: LocalClock, _ output: Output) {
    self.changes = changes
    self.clock = clock
    self.output = output
  }

  /// Everything that would be different; nothing where nothing would.
  package var lines: [String] {
    let effects = changes.effects
    let back = effects.broughtBack.map(\.entity)
    let returned = Set(back)
    let new = effects.added.map(\.entity).filter { !returned.contains($0) }
    let gone = Set(new + effects.deleted.map(\.entity))
    var overwritten: [EntityID: [ViewEffects.Overwrite]] = [:]
    var order: [EntityID] = []
    for overwrite in effects.overwritten where !gone.contains(overwrite.name.thing) {
      if overwritten[overwrite.name.thing] == nil { order.append(overwrite.name.thing) }
      overwritten[overwrite.name.thing, default: []].append(overwrite)
    }
    order += effects.changedThings.filter { overwritten[$0] == nil && !gone.contains($0) }
    order.removeAll { returned.contains($0) }
    func withFields(_ id: EntityID) -> [String] {
      [thing(id)] + (overwritten[id] ?? []).prefix(Self.limit).map(line)
    }
    return section("new", new) { [thing($0)] }
      + section("restored", back, withFields)
      + section("gone", effects.deleted.map(\.entity)) { [thing($0)] }
      + section("changed", order, withFields)
      + section("due dates moved", effects.movedDueDates) { [line($0)] }
      + conflicts("new conflicts", changes.newConflicts)
      + conflicts("conflicts ended", changes.endedConflicts)
  }

  private func section<Element>(
    _ title: String, _ elements: [Element], _ lines: (Element) -> [String]
  ) -> [String] {
    guard !elements.isEmpty else { return [] }
    let more = elements.count - Self.limit
    return [output.style.marked("\(title): \(elements.count)", .bold)]
      + elements.prefix(Self.limit).flatMap(lines)
      + (more > 0 ? ["  and \(more) more; --json lists all"] : [])
  }

  private func conflicts(_ title: String, _ conflicts: [Conflict]) -> [String] {
    section(title, conflicts) { conflict in
      changes.view(conflict).lines(clock, output).map { "  " + $0 }
    }
  }

  private func thing(_ id: EntityID) -> String {
    guard let label = changes.labels[id] else { return "  \(id.handleDigits.prefix(8))" }
    let kind = label.kind.map { $0 == .item ? "" : "\($0.name) " } ?? ""
    return "  \(kind)\(output.style.marked(label.handle, .cyan))  "
      + VisibleText.line(label.text.bytes).truncated(toDisplayWidth: 60)
  }

  private func line(_ overwrite: ViewEffects.Overwrite) -> String {
    let change = changes.fieldChanges[overwrite.name]
    let name = change.map { words.name($0) } ?? overwrite.name.field.field.name
    return "    \(VisibleText.line(name)): \(value(overwrite.from, overwrite)) → "
      + (overwrite.to.map { value($0, overwrite) } ?? "(none)")
  }

  private func value(_ head: Head, _ overwrite: ViewEffects.Overwrite) -> String {
    let text = text(of: FieldValue(overwrite.name.field, head.value), overwrite)
    let writer = changes.moment.map { VisibleText.line($0.replicaName(head.event.replica).bytes) }
    let when = TimeText(clock, output.zone)
      .text(ZonedTime(writingOf: head))
    return text.truncated(toDisplayWidth: 40)
      + output.style.marked(" (\(writer ?? "") \(when))", .dim)
  }

  private func text(of value: FieldValue, _ overwrite: ViewEffects.Overwrite) -> String {
    let values = ValueText(clock, output.zone)
    if overwrite.name.field.field == .answer { return ChangeWords.answer(value, values) }
    return changes.fieldChanges[overwrite.name].map { words.value(value, of: $0, width: 40) }
      ?? values.line(value)
  }

  private var words: ChangeWords { ChangeWords(clock, output.style, output.zone) }

  private func line(_ move: MovedDueDate) -> String {
    func time(_ value: TimeValue?) -> String {
      value.map { ValueText(clock).line(.time($0)) } ?? "new"
    }
    return "\(thing(move.card))  \(time(move.from)) → \(time(move.to))"
  }
}
