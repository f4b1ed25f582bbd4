package import Daybook

/// Notes as people see them in a terminal.
package struct NoteLines {
  private let output: Output

  /// Prints for an output.
  package init(_ output: Output) { self.output = output }

  /// The type, the fields and the tags of a note.
  package func details(_ note: Note) -> [String] {
    var lines = [output.style.marked("type  ", .dim) + VisibleText.line(note.type.name), ""]
    for (field, value) in zip(note.type.fields, note.fields) where !value.isEmpty {
      lines.append(output.style.marked(VisibleText.line(field.name), .dim))
      lines.append(VisibleText.lines(value.bytes))
    }
    if !note.tags.isEmpty {
      lines += ["", note.tags.map { "#" + VisibleText.line($0) }.joined(separator: " ")]
    }
    return lines
  }
}
