/// What a filter makes of a field's HTML on one side of a card.
struct TemplateFilter {
  let content: CardContent
  let isQuestion: Bool

  /// Applies the filters of a replacement, the one next to the name first. Unknown ones pass the
  /// text through.
  func applied(_ replacement: Template.Replacement, to html: String) -> String {
    if let mode = TypedField.Mode(filters: replacement.filters) {
      return TypedField(name: replacement.name, mode: mode).marker
    }
    return replacement.filters.reduce(html) { apply($1, to: $0, field: replacement.name) }
  }

  private func apply(_ filter: String, to html: String, field: String) -> String {
    switch filter {
    case "text": return HTMLEntities.encoded(HTMLStripping.text(of: html))
    case "furigana": return FuriganaText.written(html, as: .furigana)
    case "kana": return FuriganaText.written(html, as: .kana)
    case "kanji": return FuriganaText.written(html, as: .kanji)
    case "hint": return hint(html, field)
    case "cloze": return cloze(html)
    case "cloze-only": return clozeOnly(html)
    default:
      guard filter == "tts" || filter.hasPrefix("tts ") else { return html }
      return speech(html, options: filter.dropFirst(3).trimmingSpaces)
    }
  }

  private func hint(_ html: String, _ field: String) -> String {
    guard !HTMLStripping.isEmpty(html) else { return "" }
    let summary = HTMLEntities.encoded(field)
    return #"<details class="hint"><summary>\#(summary)</summary>\#(html)</details>"#
  }

  private func speech(_ html: String, options: Substring) -> String {
    let text = HTMLStripping.text(of: html)
    guard !text.trimmingSpaces.isEmpty else { return "" }
    let language = String(options.prefix { !$0.isWhitespace }.map { $0 == "_" ? "-" : $0 })
    let encoded = HTMLEntities.encoded(text)
    return #"<span class="tts" lang="\#(HTMLEntities.encoded(language))">\#(encoded)</span>"#
  }

  /// Nothing for a card that has no gap in this text: another field has it.
  private func cloze(_ html: String) -> String {
    let text = ClozeText(html)
    guard let ordinal = content.clozeOrdinal, text.ordinals.contains(ordinal) else { return "" }
    return isQuestion ? text.question(ordinal) : text.answer(ordinal)
  }

  private func clozeOnly(_ html: String) -> String {
    guard let ordinal = content.clozeOrdinal else { return "" }
    let text = ClozeText(html)
    let parts =
      isQuestion ? text.hints(of: ordinal).map { $0 ?? "..." } : text.fillings(of: ordinal)
    return parts.joined(separator: ", ")
  }
}
