/// The listing of a package that a Python program made: `-- table count` and a dictionary a row.
struct AnkiDump {
  private let lines: [Substring]

  init(_ bytes: [UInt8]) throws {
    lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }

  /// How many rows the newest collection's table has; the listing may show only the first.
  func count(_ table: String) -> Int? {
    lines.lazy.compactMap { line in
      line.hasPrefix("-- \(table) ") ? Int(line.split(separator: " ")[2]) : nil
    }.first
  }

  /// The rows shown of a table.
  func rows(_ table: String) -> [Row] {
    guard let start = lines.firstIndex(where: { $0.hasPrefix("-- \(table) ") }) else { return [] }
    return lines[(start + 1)...].prefix { $0.hasPrefix("    {") }.map { Row(text: String($0)) }
  }

  /// `{'id': 1, 'flds': 'a\x1fb', …}`
  struct Row {
    let text: String

    func numbers(_ names: [String]) -> [Int] {
      names.compactMap { name in
        text.firstRange(of: "'\(name)': ").flatMap { range in
          Int(text[range.upperBound...].prefix { $0 == "-" || $0.isNumber })
        }
      }
    }

    /// A text as Python shows it: in either quote, with escapes.
    func text(_ name: String) -> String? {
      guard let range = text.firstRange(of: "'\(name)': ") else { return nil }
      var rest = text[range.upperBound...]
      guard let quote = rest.popFirst(), quote == "'" || quote == "\"" else { return nil }
      var value = ""
      while let character = rest.popFirst(), character != quote {
        guard character == "\\", let escape = rest.popFirst() else {
          value.append(character)
          continue
        }
        switch escape {
        case "n": value.append("\n")
        case "t": value.append("\t")
        case "x":
          let digits = rest.prefix(2)
          rest = rest.dropFirst(2)
          value += UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init).map(String.init) ?? ""
        default: value.append(escape)
        }
      }
      return value
    }
  }
}
