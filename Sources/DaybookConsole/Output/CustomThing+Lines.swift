import Daybook

extension CustomThing {
  /// As JSON, without its schema.
  func members(_ clock: LocalClock) -> [(String, JSON)] {
    return [
      ("id", .id(id)), ("type", .string(kind.name)), ("label", .text(label.bytes)),
      ("values", .object(sorted.map { ($0.name, JSON.value(FieldValue($0.value), clock)) })),
      ("createdAt", .string(createdAt.description)), ("deleted", .bool(isDeleted)),
    ]
  }

  /// A line for each value.
  var lines: [String] {
    sorted.map { name, value in VisibleText.line("\(name)  \(value.words)") }
  }

  private var sorted: [(name: String, value: CustomValue)] {
    values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

extension CustomValue {
  fileprivate var words: String {
    switch self {
    case .none: ""
    case .text(let text): text.string
    case .number(let number): "\(number)"
    case .flag(let isOn): isOn ? "yes" : "no"
    }
  }
}
