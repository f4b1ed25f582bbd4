extension JSON {
  /// The document on one line, without spaces or a final newline. O(n).
  package var compact: String {
    var output: [UInt8] = []
    append(to: &output, indentation: nil)
    return String(decoding: output, as: UTF8.self)
  }

  /// The document on several lines, indented by two spaces, without a final newline. O(n).
  package var pretty: String {
    var output: [UInt8] = []
    append(to: &output, indentation: 0)
    return String(decoding: output, as: UTF8.self)
  }

  /// `indentation` is the number of spaces before this value's lines; nil writes no lines.
  private func append(to output: inout [UInt8], indentation: Int?) {
    switch self {
    case .null: output.append(contentsOf: "null".utf8)
    case .bool(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
    case .integer(let value): output.append(contentsOf: String(value).utf8)
    case .unsigned(let value): output.append(contentsOf: String(value).utf8)
    case .number(let value):
      output.append(contentsOf: (value.isFinite ? value.description : "null").utf8)
    case .string(let text): Self.append(text, to: &output)
    case .array(let values):
      Self.append(values, between: ("[", "]"), to: &output, indentation: indentation) {
        $0.append(to: &$1, indentation: $2)
      }
    case .object(let members):
      Self.append(members, between: ("{", "}"), to: &output, indentation: indentation) {
        Self.append($0.0, to: &$1)
        $1.append(contentsOf: (indentation == nil ? ":" : ": ").utf8)
        $0.1.append(to: &$1, indentation: $2)
      }
    }
  }

  private static func append<Element>(
    _ elements: [Element], between brackets: (String, String), to output: inout [UInt8],
    indentation: Int?, each: (Element, inout [UInt8], Int?) -> Void
  ) {
    let inner = indentation.map { $0 + 2 }
    func breakLine(_ spaces: Int?) {
      guard let spaces, !elements.isEmpty else { return }
      output.append(UInt8(ascii: "\n"))
      output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: spaces))
    }
    output.append(contentsOf: brackets.0.utf8)
    for (index, element) in elements.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      breakLine(inner)
      each(element, &output, inner)
    }
    breakLine(indentation)
    output.append(contentsOf: brackets.1.utf8)
  }

  private static func append(_ text: String, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    TextPieces.copy(Array(text.utf8), to: &output) { piece in
      // A String is valid UTF-8, so there is nothing invalid to replace.
      guard case .scalar(let scalar) = piece else { return nil }
      switch scalar {
      case 0x22: return "\\\""
      case 0x5C: return "\\\\"
      case 0x0A: return "\\n"
      case 0x09: return "\\t"
      default: return isEscaped(scalar) ? unicodeEscape(scalar) : nil
      }
    }
    output.append(UInt8(ascii: "\""))
  }

  /// What a terminal must not see, and the two line separators JavaScript once stumbled over.
  @inline(__always)
  private static func isEscaped(_ scalar: UInt32) -> Bool {
    HiddenScalars.contains(scalar) || HiddenScalars.isLineSeparator(scalar)
  }

  private static func unicodeEscape(_ scalar: UInt32) -> String {
    let digits = String(scalar, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
