import DaybookEvents

/// A part of the key of a derived row. Numbers come before texts; texts are in the order of their
/// UTF-8.
public enum DerivedKey: Hashable, Sendable {
  /// A whole number, such as a day.
  case number(Int64)
  /// Text, such as a tag.
  case text(String)

  private static let numberMark: UInt8 = 1
  private static let textMark: UInt8 = 2

  /// Bytes that sort as it does, and of which none is the beginning of another's or starts with a
  /// NUL. A NUL in a text is followed by 255, and its end is a NUL that is not.
  package var bytes: [UInt8] {
    switch self {
    case .number(let number): [Self.numberMark] + ViewIndex.sortable(number)
    case .text(let text):
      [Self.textMark] + text.utf8.flatMap { $0 == 0 ? [0, 255] : [$0] } + [0, 0]
    }
  }

  /// Reads the parts of a key; nil for another shape.
  package static func parts(of bytes: ArraySlice<UInt8>) -> [DerivedKey]? {
    var rest = bytes
    var parts: [DerivedKey] = []
    while let mark = rest.popFirst() {
      switch mark {
      case numberMark:
        guard rest.count >= 8 else { return nil }
        let raw = rest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        parts.append(.number(Int64(bitPattern: raw ^ 1 << 63)))
        rest = rest.dropFirst(8)
      case textMark:
        guard let text = popText(&rest) else { return nil }
        parts.append(.text(text))
      default: return nil
      }
    }
    return parts
  }

  private static func popText(_ rest: inout ArraySlice<UInt8>) -> String? {
    var text: [UInt8] = []
    while let byte = rest.popFirst() {
      guard byte == 0 else {
        text.append(byte)
        continue
      }
      switch rest.popFirst() {
      case 0: return String(decoding: text, as: UTF8.self)
      case 255: text.append(0)
      default: return nil
      }
    }
    return nil
  }
}

extension DerivedKey: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  /// A text.
  public init(stringLiteral value: String) { self = .text(value) }

  /// A number.
  public init(integerLiteral value: Int64) { self = .number(value) }
}
