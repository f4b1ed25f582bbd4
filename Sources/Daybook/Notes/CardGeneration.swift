package import DaybookText

/// Which cards a note makes.
package enum CardGeneration {
  /// Their ordinals, in order: the templates whose front shows something of the note; of a cloze
  /// type, the numbers of the gaps, counted from 0.
  package static func ordinals(of type: NoteType, fields: [Text]) -> [Int] {
    var content = type.content(fields)
    content.noteType = type.name
    if type.isCloze {
      guard let template = type.templates.first else { return [] }
      return CardFaces(front: template.front, back: template.back).clozeOrdinals(content)
        .map { $0 - 1 }
    }
    return type.templates.indices.filter { index in
      let template = type.templates[index]
      var content = content
      content.card = template.name
      return CardFaces(front: template.front, back: template.back).hasCard(content)
    }
  }
}

extension NoteType {
  /// What fills the templates of a note with these fields.
  func content(_ values: [Text]) -> CardContent {
    CardContent(
      fields: zip(fields, values).map { CardContent.Field($0.name, $1.string) })
  }
}
