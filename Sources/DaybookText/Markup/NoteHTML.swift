/// Fields of notes hold HTML, as in Anki; what people type is text.
package enum NoteHTML {
  /// A text as a field holds it: signs that mean something in HTML are written as entities, and
  /// lines end with `<br>`.
  package static func field(_ text: Text) -> Text {
    Text(HTMLEntities.encoded(text.string).replacing("\n", with: "<br>"))
  }

  /// The text that a field holds; nil where it holds more than text, or text that was written
  /// otherwise than ``field(_:)`` does.
  package static func text(_ field: Text) -> Text? {
    let text = Text(ReadableText(html: field.string).plain)
    return self.field(text) == field ? text : nil
  }
}
