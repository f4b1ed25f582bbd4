package import Daybook
import DaybookEvents

/// What changed, in the words a person would use: `changed title from "Seeds" to "Buy seeds"`,
/// `tagged #work`, `answered Good (3.2 s)`.
package struct ChangeWords {
  private let values: ValueText
  private let style: Style

  /// Says times where the person is, or where they were written.
  package init(_ clock: LocalClock, _ style: Style, _ zone: ShownZone = .reader) {
    values = ValueText(clock, zone)
    self.style = style
  }

  /// Longer texts are told by what changed in them, a line each.
  private static let quotedWidth = 60

  /// One change; nothing for what people need not know, such as when a thing came to be.
  package func lines(_ change: FieldChange) -> [StyledLine] {
    if isEmptyDenial(change) { return [] }
    return switch change.key.field {
    case .life, .created, .source, .tagName, .cardNote, .seed: []
    case .tag, .noteTag: [StyledLine((isOn(change) ? "tagged " : "took off ") + tag(change))]
    case .place: [StyledLine(membership(change))]
    case .schedule: schedule(change).map { StyledLine($0) }
    case .deck: [StyledLine("moved to deck \(value(change.new, change))")]
    case .suspended: [StyledLine(isOn(change) ? "suspended" : "back in review")]
    case .retracted: [StyledLine("undid an answer")]
    case .reviewDay: [StyledLine("counted an answer for the day that another clock shows")]
    case .answer: [StyledLine(Self.answer(change.new, values))]
    case .setting where KnownVault.isKept(in: change.subject):
      isNothing(change.new)
        ? [] : [StyledLine("remembered the vault \(value(change.new, change))")]
    case .flag: [StyledLine(flag(change))]
    case .buried:
      [
        StyledLine(
          isNothing(change.new) ? "fetched back" : "put off past \(value(change.new, change))")
      ]
    case .mediaFile: [StyledLine("stored as \(value(change.new, change))")]
    case .title, .body, .name, .front, .back, .noteField: text(change)
    default: [StyledLine(plain(change))]
    }
  }

  /// Everything that a new thing came with, in one line; nothing for nothing.
  package func given(_ changes: [FieldChange], without hidden: [Field]) -> [StyledLine] {
    let parts = changes.flatMap { change -> [String] in
      guard !hidden.contains(change.key.field) else { return [] }
      return switch change.key.field {
      case .tag, .noteTag: isOn(change) ? [tag(change)] : []
      case .title, .body, .name, .front, .back, .noteField:
        isNothing(change.new) ? [] : ["\(name(change)) \(quoted(change.new))"]
      case .schedule: Self.parts(change.new).map { "\($0.name) \(values.line($0.value))" }
      case .life, .created, .source, .tagName, .cardNote, .seed, .deck, .place, .answer,
        .retracted, .reviewDay:
        []
      default: isNothing(change.new) ? [] : ["\(name(change)) \(value(change.new, change))"]
      }
    }
    return parts.isEmpty ? [] : [StyledLine("with " + parts.joined(separator: ", "))]
  }

  /// An answer to a card: `answered Good (3.2 s)`.
  static func answer(_ value: FieldValue?, _ values: ValueText) -> String {
    guard case .fields(let parts)? = value else { return "answered" }
    var words = "answered"
    var time = ""
    for part in parts {
      switch (part.name, part.value) {
      case ("grade", .number(let grade)):
        words += " " + (Answer("\(grade)")?.rawValue.capitalizedFirst ?? "\(grade)")
      case ("durationMilliseconds", .number(let milliseconds)) where milliseconds > 0:
        time = " (\(tenths(milliseconds)) s)"
      case ("shown", .text("cram")): words += " in practice"
      case ("occurredAt", let moment): words += " on \(values.line(moment))"
      default: break
      }
    }
    return words + time
  }

  private static func tenths(_ milliseconds: Int64) -> String {
    let tenths = (milliseconds + 50) / 100
    return "\(tenths / 10).\(tenths % 10)"
  }
}

extension ChangeWords {
  private func text(_ change: FieldChange) -> [StyledLine] {
    let name = name(change)
    if isNothing(change.old) {
      return isNothing(change.new) ? [] : [StyledLine("set \(name) to \(quoted(change.new))")]
    }
    if isNothing(change.new) {
      return [StyledLine("removed \(name) (was \(quoted(change.old)))")]
    }
    guard case .text(let old)? = change.old, case .text(let new)? = change.new,
      !isShort(old) || !isShort(new)
    else {
      return [
        StyledLine("changed \(name) from \(quoted(change.old)) to \(quoted(change.new))")
      ]
    }
    return [StyledLine("changed \(name):")]
      + TextDifference(from: old, to: new).lines(style).map { $0.indented(by: 2) }
  }

  private func plain(_ change: FieldChange) -> String {
    let (name, old, new) = (name(change), value(change.old, change), value(change.new, change))
    if isNothing(change.old) { return "set \(name) to \(new)" }
    return isNothing(change.new)
      ? "removed \(name) (was \(old))" : "changed \(name) from \(old) to \(new)"
  }

  private func schedule(_ change: FieldChange) -> [String] {
    let (old, new) = (Self.parts(change.old), Self.parts(change.new))
    return ["due", "scheduled", "wait"].compactMap { name in
      let before = old.first { $0.name == name }?.value
      let after = new.first { $0.name == name }?.value
      guard before != after else { return nil }
      guard let after else { return before.map { "removed \(name) (was \(values.line($0)))" } }
      return before.map { "moved \(name) from \(values.line($0)) to \(values.line(after))" }
        ?? "set \(name) to \(values.line(after))"
    }
  }

  /// A schedule by its parts; a due date alone is kept without a name.
  private static func parts(_ value: FieldValue?) -> [(name: String, value: FieldValue)] {
    switch value {
    case .fields(let parts)?: parts.map { ($0.name, $0.value) }
    case .none?, nil: []
    case .some(let value): [("due", value)]
    }
  }

  private func membership(_ change: FieldChange) -> String {
    let collection = VisibleText.line(change.subject?.bytes ?? [])
    guard change.new == .text("in") else { return "took out of \(collection)" }
    return change.old == .text("in") ? "moved within \(collection)" : "put into \(collection)"
  }

  private func flag(_ change: FieldChange) -> String {
    guard case .number(let number)? = change.new, number > 0 else { return "took the flag off" }
    return "set flag \(number)"
  }

  /// Whether it takes off what was never on, or out of where it never was.
  private func isEmptyDenial(_ change: FieldChange) -> Bool {
    switch change.key.field {
    case .tag, .noteTag, .place, .suspended: change.old == nil && !isOn(change)
    default: false
    }
  }

  private func isOn(_ change: FieldChange) -> Bool {
    switch change.new {
    case .flag(let isOn)?: isOn
    case .text(let text)?: !text.isEmpty && text != "out"
    default: false
    }
  }

  private func tag(_ change: FieldChange) -> String {
    "#" + VisibleText.line(change.subject?.bytes ?? [])
  }

  /// What the field is called.
  package func name(_ change: FieldChange) -> String {
    let subject = VisibleText.line(change.subject?.bytes ?? [])
    return switch change.key.field {
    case .option: EventLines.words(subject)
    case .setting, .noteField, .customValue: subject
    case .extra: "\(subject) of another program"
    case .noteType: "type"
    case .definition: "fields and templates"
    case .cardItem: "item"
    case .tag, .noteTag: "#\(subject)"
    case .place: "in \(subject)"
    default: EventLines.words(change.name)
    }
  }

  /// One of the values of a change in a line: a thing by what it is called, no value as nothing.
  package func value(_ value: FieldValue?, of change: FieldChange, width: Int) -> String {
    value.map { values.line($0, naming: change.labels).truncated(toDisplayWidth: width) } ?? ""
  }

  private func value(_ value: FieldValue?, _ change: FieldChange) -> String {
    self.value(value, of: change, width: Self.quotedWidth)
  }

  func quoted(_ value: FieldValue?) -> String {
    guard case .text(let text)? = value else { return "nothing" }
    return "\"" + VisibleText.line(text.bytes).truncated(toDisplayWidth: Self.quotedWidth) + "\""
  }

  private func isShort(_ text: Text) -> Bool {
    VisibleText.line(text.bytes).displayWidth <= Self.quotedWidth && !text.bytes.contains(10)
  }

  private func isNothing(_ value: FieldValue?) -> Bool {
    switch value {
    case nil, FieldValue.none?: true
    case .text(let text)?: text.isEmpty
    default: false
    }
  }
}

extension String {
  /// The text with its first letter in upper case.
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
