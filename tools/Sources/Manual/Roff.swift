/// Text in the language of manual pages (the `man` macros), one page.
struct Roff {
  /// The page so far.
  private(set) var text: String

  /// Begins a page of section 1.
  init(title: String, version: String) {
    text = ".TH \"\(Self.escaped(title.uppercased()))\" 1 \"\" \"daybook \(version)\" \"Daybook\"\n"
  }

  /// Begins a section.
  mutating func section(_ title: String) { macro(".SH", title.uppercased()) }

  /// Begins a section inside one.
  mutating func subsection(_ title: String) { macro(".SS", title) }

  /// A paragraph.
  mutating func paragraph(_ words: String) { text += ".PP\n\(Self.line(words))\n" }

  /// A term with what it means; the term is written in this language already.
  mutating func item(_ term: String, _ words: String) {
    text += ".TP\n\(term)\n\(Self.line(words))\n"
  }

  /// A line that is written in this language already.
  mutating func raw(_ line: String) { text += line + "\n" }

  /// Lines that stay as they are.
  mutating func example(_ lines: [String]) {
    text += ".PP\n.RS 4\n.EX\n"
    for line in lines { text += Self.line(line) + "\n" }
    text += ".EE\n.RE\n"
  }

  /// The text of a command's help: headings in capitals, indented lines as they are, paragraphs.
  mutating func discussion(_ discussion: String) {
    var indented: [String] = []
    func flushed(_ page: Roff) -> Roff {
      var page = page
      if !indented.isEmpty { page.example(indented) }
      return page
    }
    for line in discussion.split(separator: "\n") {
      if line.hasPrefix("  ") {
        indented.append(String(line.dropFirst(2)))
        continue
      }
      self = flushed(self)
      indented = []
      if line.allSatisfy({ $0.isUppercase || $0 == " " }) {
        section(String(line))
      } else {
        paragraph(String(line))
      }
    }
    self = flushed(self)
  }

  /// Text in bold.
  static func bold(_ words: String) -> String { "\\fB\(escaped(words))\\fR" }

  /// Text in italics.
  static func italic(_ words: String) -> String { "\\fI\(escaped(words))\\fR" }

  /// Text in which nothing means anything but itself. Hyphens are those that people type.
  static func escaped(_ words: String) -> String {
    words.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("\"", with: "\\(dq")
      .replacing("'", with: "\\(aq").replacing("`", with: "\\(ga").replacing("~", with: "\\(ti")
      .replacing("^", with: "\\(ha")
  }

  private mutating func macro(_ name: String, _ words: String) {
    text += "\(name) \"\(Self.escaped(words))\"\n"
  }

  /// A line of text: one that begins with a full stop must not be taken for a macro.
  private static func line(_ words: String) -> String {
    let escaped = escaped(words.replacing("\n", with: " "))
    return escaped.hasPrefix(".") ? "\\&" + escaped : escaped
  }
}
