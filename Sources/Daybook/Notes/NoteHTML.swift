/// Fields of notes hold HTML, as in Anki; what people type is text.
package enum NoteHTML {
  /// A text as a field holds it: signs that mean something in HTML are written as entities, and
  /// lines end with `<br>`.
  package static func field(_ text: Text) -> Text {
    Text(HTMLEntities.encoded(text.string).replacing("\n", with: "<br>"))
  }
}
