import ArgumentParser
import Daybook
import DaybookConsole

/// The options that give an item's fields, for `capture` and `edit`.
struct ItemFieldArguments: ParsableArguments {
  @Option(name: .shortAndLong, help: "The text; - reads it from standard input.")
  var body: Word?
  @Option(
    name: .shortAndLong, help: "note, task or link.",
    completion: .list(ItemKind.known.map(\.rawValue)))
  var kind: Word?
  @Option(name: .shortAndLong, help: "When it is due: a date, friday, +2w; none for never.")
  var due: Word?
  @Option(
    name: .shortAndLong, help: "low, normal or high; none for none.",
    completion: .list(ItemPriority.known.map(\.rawValue) + ["none"]))
  var priority: Word?

  /// Whether any was given.
  var isEmpty: Bool { body == nil && kind == nil && due == nil && priority == nil }

  /// The fields given; of a schedule, the due date alone.
  ///
  /// - Throws: a usage error for a value that cannot be read.
  func change(_ store: Store) throws -> ItemChange {
    var change = ItemChange()
    if let body { change.body = try Self.text(body) }
    if let kind {
      change.kind = try ItemKind(
        rawValue: Self.known(kind, "--kind", ItemKind.known.map(\.rawValue)))
    }
    if let due {
      let isNone = due.string.lowercased() == "none"
      change.schedule = Schedule(
        due: isNone ? nil : try TimeReading(store).value(due.string, .coming))
    }
    if let priority {
      let name = try Self.known(
        priority, "--priority", ItemPriority.known.map(\.rawValue) + ["none"])
      change.priority = ItemPriority(rawValue: name == "none" ? "" : name)
    }
    return change
  }

  /// A value that must be one of a few.
  static func known(_ word: Word, _ option: String, _ values: [String]) throws -> String {
    let value = word.string.lowercased()
    guard values.contains(value) else {
      throw UsageError.unknownValue(option: option, known: values)
    }
    return value
  }

  /// A text, or standard input for `-`.
  static func text(_ word: Word) throws -> Text {
    word.isInput ? try InputText.read() : word.text
  }
}
