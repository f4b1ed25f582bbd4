/// What a person sees of what a program wrote to a terminal, as far as Daybook's screens need it:
/// lines painted whole from their first cell.
struct PaintedScreen {
  /// The lines of the screen, from the top, as long as any was painted.
  private(set) var rows: [Int: String] = [:]
  /// What was written outside the screen of its own, as it came.
  private(set) var beside = ""
  /// The private modes that are on, as xterm numbers them.
  private(set) var modes: Set<Int> = [25, 7]
  /// How many marks, such as colours, were written.
  private(set) var markCount = 0
  private var row = 1

  /// The modes of a terminal that nobody changed: the cursor shows, long lines wrap.
  static let usualModes: Set<Int> = [25, 7]

  /// Whether the program has a screen of its own.
  var isCovered: Bool { modes.contains(1049) }

  /// All that shows.
  var text: String { rows.sorted { $0.key < $1.key }.map(\.value).joined(separator: "\n") }

  /// Reads what a program wrote.
  init(_ output: [UInt8]) {
    var rest = Substring(String(decoding: output, as: UTF8.self))
    while let escape = rest.firstIndex(of: "\u{1B}") {
      put(rest[..<escape])
      rest = rest[escape...].dropFirst()
      guard rest.first == "[" else { continue }
      rest = rest.dropFirst()
      // A sequence that has not come whole yet.
      guard let end = rest.firstIndex(where: { ("@"..."~").contains($0) }) else { return }
      obey(rest[..<end], rest[end])
      rest = rest[rest.index(after: end)...]
    }
    put(rest)
  }

  private mutating func put(_ text: Substring) {
    guard !text.isEmpty else { return }
    if isCovered { rows[row, default: ""] += text } else { beside += text }
  }

  private mutating func obey(_ parameters: Substring, _ last: Character) {
    let numbers = parameters.split(separator: ";").map { Int($0.drop { $0 == "?" }) ?? 0 }
    let isPrivate = parameters.first == "?"
    switch last {
    case "h" where isPrivate: modes.formUnion(numbers)
    case "l" where isPrivate: modes.subtract(numbers)
    case "H":
      row = numbers.first ?? 1
      if numbers.last == 1 { rows[row] = "" }
    case "J": rows = [:]
    case "m": markCount += 1
    default: break
    }
  }
}
