package import Daybook
package import DaybookEvents

/// What taking a command back did, as JSON and as lines for people.
package struct UndoLines {
  private let report: UndoReport
  private let isDryRun: Bool
  private let clock: LocalClock
  private let output: Output

  /// Gives the short id of a thing, and what people call it.
  package typealias Naming = (EntityID) throws -> (handle: String, label: Text)

  /// How many things people are shown; programs are told of more.
  private static let thingLimit = 30

  /// Shows a report; of a rehearsal where nothing was written.
  package init(_ report: UndoReport, isDryRun: Bool, _ clock: LocalClock, _ output: Output) {
    self.report = report
    self.isDryRun = isDryRun
    self.clock = clock
    self.output = output
  }

  /// The document of `undo --json`.
  ///
  /// - Parameter isRefused: whether nothing was done because of what is left.
  package func json(isRefused: Bool, _ moment: Moment) -> JSON {
    [
      "schema": "daybook.undo/1", "command": .string(moment.shownName(report.command)),
      "merge": report.merge.map { .string($0.id) } ?? .null,
      "mergedSince": report.mergedSince.map { .string($0.id) } ?? .null,
      "batch": report.batch.map { .string($0.word) } ?? .null, "redo": .bool(report.isRedo),
      "takenBackBefore": report.takenBackBefore.map { .string(moment.shownName($0)) } ?? .null,
      "dryRun": .bool(isDryRun), "refused": .bool(isRefused),
      "events": .integer(Int64(report.eventCount)),
      "restoredCount": .integer(Int64(report.restoredCount)),
      "restored": .array(
        report.restored.map { field in
          .object([
            ("entity", .id(field.entity)), ("field", .string(field.field)),
            ("from", .value(field.from, clock)), ("to", .value(field.to, clock)),
            ("reopened", .bool(field.isReopened)),
          ])
        }),
      "left": .array(
        report.left.map { field in
          .object([
            ("entity", .id(field.entity)), ("field", .string(field.field)),
            ("because", .string(field.obstacle.rawValue)),
            ("event", .string(moment.shownName(field.event))),
            ("replicaName", .text(field.replicaName.bytes)),
            ("recordedAt", .string(field.recordedAt.description)),
          ])
        }),
    ]
  }

  /// What was done, then what was left and why.
  ///
  /// - Parameter words: what is taken back, or holds again, in words.
  package func lines(
    isRefused: Bool, words: String?, _ moment: Moment, naming: Naming
  ) throws -> [String] {
    var lines: [String] = []
    if !isRefused {
      lines.append(heading(words, moment))
      lines += try things(
        report.restored.map { ($0.entity, try line($0, naming)) }, of: report.restoredCount,
        naming)
    }
    guard !report.left.isEmpty else { return lines }
    let title = isRefused ? "In the way:" : "Left as it is:"
    lines.append(output.style.marked(title, .yellow))
    return try lines
      + things(
        report.left.map { ($0.entity, line($0, moment)) }, of: report.left.count, naming)
  }

  private func heading(_ words: String?, _ moment: Moment) -> String {
    let name = report.merge?.id ?? moment.shownName(report.command)
    guard report.restoredCount > 0 || report.eventCount > 0 else {
      guard let before = report.takenBackBefore.map({ moment.shownName($0) }) else {
        return "Nothing of \(name) is left to undo."
      }
      return "\(name) was undone before, by \(before)."
    }
    let what = self.what(words, name)
    if report.isRedo {
      return isDryRun ? "This would redo: \(what)" : "Redid: \(what)"
    }
    return isDryRun ? "This would undo: \(what)" : "Undid: \(what)"
  }

  /// What is taken back, with the name that log has for it.
  private func what(_ words: String?, _ name: String) -> String {
    let fields = report.restoredCount == 1 ? "1 field" : "\(report.restoredCount) fields"
    if let merge = report.merge { return "\(merge.words), \(fields)" }
    if let batch = report.batch { return "the \(batch.word) \(name), \(fields)" }
    return words.map { "\($0) (\(name))" } ?? name
  }

  /// The lines of each thing under its name.
  private func things(
    _ fields: [(entity: EntityID, line: String)], of total: Int, _ naming: Naming
  ) throws -> [String] {
    var lines: [String] = []
    var (last, count): (EntityID?, Int) = (nil, 0)
    for (index, field) in fields.enumerated() {
      if field.entity != last {
        if count == Self.thingLimit {
          return lines + ["  … and \(total - index) more"]
        }
        count += 1
        last = field.entity
        let (handle, label) = try naming(field.entity)
        let words = VisibleText.line(label.bytes).truncated(toDisplayWidth: 60)
        lines.append("  \(output.style.marked(handle, .cyan))  \(words)")
      }
      let line = "    \(field.line)"
      lines.append(output.width.map { line.truncated(toDisplayWidth: $0) } ?? line)
    }
    return lines
  }

  private func line(_ field: UndoReport.Restored, _ naming: Naming) throws -> String {
    let values = ValueText(clock, output.zone)
    var labels: [EntityID: Text] = [:]
    for id in [field.from, field.to].compactMap(\.namedThing) {
      labels[id] = try naming(id).label
    }
    if field.isReopened {
      let shown = values.line(field.to, naming: labels)
      if field.field == "life" {
        return "in conflict again: \(field.to == .text("live") ? "it is there" : "it is \(shown)")"
      }
      return "\(VisibleText.line(field.field)): in conflict again, \(shown) shows"
    }
    switch (field.field, field.to) {
    case ("life", .text("live")): return "restored"
    case ("life", .fields): return values.line(field.to, naming: labels)
    case ("life", _): return "deleted"
    case ("retracted", .flag(true)): return "an answer does not count any more"
    case ("retracted", _): return "an answer counts again"
    case ("day", _): return "an answer counts for the day it counted for"
    default:
      let (name, shown) = (VisibleText.line(field.field), values.line(field.to, naming: labels))
      guard field.from == field.to else {
        return "\(name): \(values.line(field.from, naming: labels)) → \(shown)"
      }
      return "\(name): \(shown), " + (report.isRedo ? "decided again" : "as before it was decided")
    }
  }

  private func line(_ field: UndoReport.Left, _ moment: Moment) -> String {
    let verb =
      switch field.obstacle {
      case .written: "written since"
      case .used: "used since"
      case .deleted: "deleted"
      }
    let when = TimeText(clock, output.zone)
      .text(field.recordedAt)
    return "\(VisibleText.line(field.field)): \(verb) by "
      + "\(VisibleText.line(field.replicaName.bytes)), \(when)  "
      + output.style.marked(moment.shownName(field.event), .dim)
  }
}

extension Batch.Reason {
  /// What a batch of this reason is called.
  var word: String {
    switch self {
    case .import: "import"
    case .retag: "renaming of a tag"
    case .undo: "undoing"
    default: "batch"
    }
  }
}
