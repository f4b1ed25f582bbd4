import Daybook
import DaybookEvents
import DaybookScheduler

/// Notes, what they consist of and show, and what is known of their cards.
extension EntryReader {
  /// A type of notes. Its bytes count while the members still read as they do: somebody may have
  /// changed one by hand.
  func noteType() throws(EntryProblem) -> PortableNoteType {
    let id = try required("id")
    guard let name = try text("name") else { throw .missing("name") }
    var type = NoteType(
      name: String(decoding: name, as: UTF8.self), isCloze: try flag("cloze") ?? false,
      fields: [], templates: [], css: try string("css") ?? "",
      sortField: Int(clamping: try number("sortField") ?? 0))
    for field in try list("fields") ?? [] {
      type.fields.append(
        NoteType.Field(
          name: try field.string("name") ?? "", extra: try field.base64("extra") ?? []))
    }
    for template in try list("templates") ?? [] {
      type.templates.append(
        NoteType.Template(
          name: try template.string("name") ?? "", front: try template.string("front") ?? "",
          back: try template.string("back") ?? "", extra: try template.base64("extra") ?? []))
    }
    guard type.fields.count <= NoteChange.fieldLimit else { throw .unreadable("fields") }
    type.extra = try base64("extra") ?? []
    let definition = type.definition
    if let bytes = try base64("definition" + JSONText.suffix),
      NoteType(name: name, definition: bytes).definition == definition
    {
      return PortableNoteType(id: id, name: name, definition: bytes)
    }
    return PortableNoteType(id: id, name: name, definition: definition)
  }

  /// A file that notes show.
  func media() throws(EntryProblem) -> MediaFile {
    guard let name = try string("name") else { throw .missing("name") }
    guard MediaFile.isName(name) else { throw .unreadable("name") }
    guard let digits = try string("sha256") else { throw .missing("sha256") }
    guard let digest = Hexadecimal.bytes(digits), digest.count == 32 else {
      throw .unreadable("sha256")
    }
    guard let count = try number("bytes") else { throw .missing("bytes") }
    return MediaFile(name: name, digest: digest, byteCount: count)
  }

  /// A deck with what is set of how it is learned.
  func deck() throws(EntryProblem) -> PortableThing {
    var thing = try plainThing(.deck)
    guard let value = object["options"], value != .null else { return thing }
    guard case .object(let options) = value else { throw .wrongType("options") }
    var values: [DeckOptionValue] = []
    for member in options.members {
      guard let text = member.value.text else { throw .wrongType("options") }
      try Self.check("options", Array(member.key.utf8))
      try Self.check("options", Array(text.utf8))
      if !text.isEmpty { values.append(DeckOptionValue(name: member.key, value: text)) }
    }
    thing.options = values
    return thing
  }

  /// A note. Its fields are known by their places; their names are there for people.
  func note() throws(EntryProblem) -> PortableThing {
    var thing = try thing(.note)
    thing.editedAt = try time("editedAt")
    thing.values[.noteType] = try id("type")?.bytes
    thing.values[.source] = try base64("importState")
    thing.tags = try strings("tags")
    thing.extras = try extras("extras")
    guard let fields = try list("fields") else { return thing }
    guard fields.count <= NoteChange.fieldLimit else { throw .unreadable("fields") }
    var read: [PortableThing.NoteField] = []
    for field in fields {
      read.append(
        PortableThing.NoteField(
          name: try field.string("name"), value: try field.text("value") ?? []))
    }
    thing.noteFields = read
    return thing
  }

  /// Of a card: which card of which note it is.
  func readNote(of thing: inout PortableThing) throws(EntryProblem) {
    guard let note = try id("note") else { return }
    guard let ordinal = try number("ordinal") else { throw .missing("ordinal") }
    guard ordinal <= UInt16.max else { throw .unreadable("ordinal") }
    thing.values[.cardNote] = CardOrigin(note: note, ordinal: Int(ordinal)).encoded
  }

  /// Of a card: its flag, until when it is buried, and what another program had scheduled.
  func readMarks(of thing: inout PortableThing) throws(EntryProblem) {
    if let flag = try number("flag") {
      guard flag <= 7 else { throw .unreadable("flag") }
      thing.values[.flag] = [UInt8(flag)]
    }
    if let day = try number("buriedDay") {
      var wire = WireWriter()
      wire.varint(1, day)
      thing.values[.buried] = wire.bytes
    }
    guard let value = object["seed"], value != .null else { return }
    guard case .object = value else { throw .wrongType("seed") }
    let seed = try EntryReader(value, clock: clock).seed()
    thing.values[.seed] = seed.encoded
    if let bytes = try base64("seed" + JSONText.suffix), CardSeed(reading: bytes) == seed {
      thing.values[.seed] = bytes
    }
  }

  private func seed() throws(EntryProblem) -> CardSeed {
    var seed = CardSeed()
    seed.position = try signed("position")
    seed.intervalDays = try signed("intervalDays")
    seed.easePermille = try signed("easePermille")
    seed.dueDay = try signed("dueDay")
    seed.reviews = try signed("reviews")
    seed.lapses = try signed("lapses")
    if let stability = try double("stability"), let difficulty = try double("difficulty") {
      seed.memory = CardSeed.Memory(stability: stability, difficulty: difficulty)
    }
    return seed
  }

  /// Of a review: what another program scheduled after it, if one did.
  func scheduled() throws(EntryProblem) -> Review.Scheduled? {
    guard let interval = try signed("interval") else { return nil }
    return Review.Scheduled(interval: interval, factor: try signed("factor") ?? 0)
  }

  func steps() throws(EntryProblem) -> StepCounts? {
    guard let learning = try number("learningSteps") else { return nil }
    let relearning = try number("relearningSteps") ?? 0
    guard
      let counts = StepCounts(
        learning: Int(clamping: learning), relearning: Int(clamping: relearning))
    else { throw .unreadable("learningSteps") }
    return counts
  }
}
