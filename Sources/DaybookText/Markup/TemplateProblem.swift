/// Why a template cannot be shown as it was meant.
package struct TemplateProblem: Hashable, Sendable {
  /// What is wrong.
  package enum Kind: Hashable, Sendable {
    /// `{{` without `}}`.
    case unclosedTag
    /// `{{}}`, or `{{#}}`.
    case emptyName
    /// `{{#…}}` or `{{^…}}` without `{{/…}}`.
    case unclosedSection
    /// `{{/…}}` that ends another section than the last one that began, or none.
    case unexpectedEnd
    /// More than 32 sections in one another.
    case tooDeep
    /// A name that no field of the note has.
    case unknownField
  }

  /// What is wrong.
  package let kind: Kind
  /// The line of the tag, from 1.
  package let line: Int
  /// The place of its first character in the line, from 1.
  package let column: Int

  /// What is wrong and where, in a sentence for the person who wrote the template.
  package var summary: String {
    let what =
      switch kind {
      case .unclosedTag: "a tag begins with {{ and does not end with }}"
      case .emptyName: "a tag names no field"
      case .unclosedSection: "a section that begins here does not end with {{/…}}"
      case .unexpectedEnd: "{{/…}} does not end the section that began last"
      case .tooDeep: "sections lie more than 32 deep in one another"
      case .unknownField: "the note has no field of this name"
      }
    return "This card's template has a problem in line \(line), column \(column): \(what)."
  }

  init(_ kind: Kind, at offset: Int, in bytes: [UInt8]) {
    self.kind = kind
    let before = bytes[..<offset]
    line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    column = String(decoding: bytes[start..<offset], as: UTF8.self).count + 1
  }
}
