package import Daybook

/// The fields of a note in one text, each under a line with its name.
package struct NoteDocument: Equatable, Sendable {
  /// What was shown of each field, in order.
  private let texts: [[UInt8]]
  /// Whether a field is shown as text instead of as the HTML it holds.
  private let isText: [Bool]
  private let headings: [[UInt8]]

  /// A document whose lines with names are no lines of the fields.
  package init(_ note: Note) {
    let shown = note.fields.map { NoteHTML.text($0) }
    isText = shown.map { $0 != nil }
    let texts = zip(shown, note.fields).map { ($0 ?? $1).bytes }
    let lines = Set(texts.flatMap { $0.split(separator: 10) }.map { Array($0) })
    headings = note.type.fields.map { field in
      var heading = Array("---- \(field.name) ----".utf8)
      while lines.contains(heading) { heading.append(UInt8(ascii: "-")) }
      return heading
    }
    self.texts = texts
  }

  /// Every field under its line, ending in a newline.
  package var bytes: [UInt8] {
    zip(headings, texts).flatMap { $0 + [10] + $1 + [10] }
  }

  /// The change that turns the note into a document that was this one; nil where a line with a
  /// name is gone, or out of its place.
  package func change(_ document: [UInt8]) -> NoteChange? {
    var found: [[UInt8]] = []
    for line in document.split(separator: 10, omittingEmptySubsequences: false) {
      var bare = Array(line)
      while let last = bare.last, last == 0x20 || last == 0x0D { bare.removeLast() }
      if found.count < headings.count, bare == headings[found.count] {
        found.append([])
      } else if let last = found.indices.last {
        found[last] += Array(line) + [10]
      } else if !bare.isEmpty {
        return nil
      }
    }
    guard found.count == headings.count else { return nil }
    var change = NoteChange()
    for (index, var text) in found.enumerated() {
      // The newline before the next name, and any that an editor adds at the end.
      while text.last == 10 { text.removeLast() }
      guard text != texts[index] else { continue }
      change.fields[index] =
        isText[index] ? NoteHTML.field(Text(bytes: text)) : Text(bytes: text)
    }
    return change
  }
}
