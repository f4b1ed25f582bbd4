package import DaybookEvents
package import LMDB
import DaybookText

/// What notes of one type consist of, and which cards are made of them.
public struct NoteType: Equatable, Sendable {
  /// A field of every note of the type.
  public struct Field: Hashable, Sendable {
    /// Its name, as templates say it; capitals matter.
    public var name: String
    /// What another program keeps about it, as it came.
    package var extra: [UInt8]

    /// A field of that name.
    public init(name: String) { self.init(name: name, extra: []) }

    /// A field with what another program keeps about it.
    package init(name: String, extra: [UInt8]) {
      self.name = name
      self.extra = extra
    }
  }

  /// How one card of a note looks.
  public struct Template: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// The question, in the template language.
    public var front: String
    /// The answer, in the template language.
    public var back: String
    /// What another program keeps about it, as it came.
    package var extra: [UInt8]

    /// A template with its two sides.
    public init(name: String, front: String, back: String) {
      self.init(name: name, front: front, back: back, extra: [])
    }

    /// A template with what another program keeps about it.
    package init(name: String, front: String, back: String, extra: [UInt8]) {
      self.name = name
      self.front = front
      self.back = back
      self.extra = extra
    }
  }

  /// Its name.
  public var name: String
  /// Whether its cards are the gaps of one text, instead of one card for each template.
  public var isCloze: Bool
  /// The fields, in order.
  public var fields: [Field]
  /// The templates, in order; a cloze type has one.
  public var templates: [Template]
  /// The style sheet of its cards.
  public var css: String
  /// The place of the field that notes are sorted and listed by.
  public var sortField: Int
  /// What another program keeps about it, as it came.
  package var extra: [UInt8] = []

  /// A type of notes.
  public init(
    name: String, isCloze: Bool, fields: [Field], templates: [Template], css: String = "",
    sortField: Int = 0
  ) {
    self.name = name
    self.isCloze = isCloze
    self.fields = fields
    self.templates = templates
    self.css = css
    self.sortField = sortField
  }

  /// The value of the register `definition`: everything but the name.
  package var definition: [UInt8] {
    var wire = WireWriter()
    if isCloze { wire.varint(1, 1) }
    for field in fields {
      wire.message(2) {
        $0.text(1, field.name)
        if !field.extra.isEmpty { $0.bytes(2, field.extra) }
      }
    }
    for template in templates {
      wire.message(3) {
        $0.text(1, template.name)
        $0.text(2, template.front)
        $0.text(3, template.back)
        if !template.extra.isEmpty { $0.bytes(4, template.extra) }
      }
    }
    if !css.isEmpty { wire.text(4, css) }
    if sortField != 0 { wire.varint(5, UInt64(sortField)) }
    if !extra.isEmpty { wire.bytes(6, extra) }
    return wire.bytes
  }

  /// The payload of `noteTypeDefined`.
  package var payload: [UInt8] {
    var wire = WireWriter()
    wire.text(1, name)
    wire.bytes(2, definition)
    return wire.bytes
  }

  /// Reads a name and a definition. What cannot be read is left out.
  package init(name: [UInt8], definition: [UInt8]) {
    func text(_ bytes: [UInt8]?) -> String { String(decoding: bytes ?? [], as: UTF8.self) }
    // Another shape, of a newer program, shows as a type without fields.
    let payload = try? Payload(definition)
    func parts(_ number: UInt32) -> [Payload] {
      // As above: a part that cannot be read is none.
      (payload?.all(number) ?? []).compactMap { try? Payload($0) }
    }
    self.init(
      name: text(name), isCloze: payload?.number(1) == 1,
      fields: parts(2).map { Field(name: text($0.bytes(1)), extra: $0.bytes(2) ?? []) },
      templates: parts(3).map {
        Template(
          name: text($0.bytes(1)), front: text($0.bytes(2)), back: text($0.bytes(3)),
          extra: $0.bytes(4) ?? [])
      },
      css: text(payload?.bytes(4)), sortField: Int(clamping: payload?.number(5) ?? 0))
    extra = payload?.bytes(6) ?? []
  }
}

extension Moment {
  /// A note type; nil when none has this id.
  package func noteType(
    _ id: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> NoteType? {
    let record = try catalog.record(RowKey(.noteType, id), transaction)
    guard let definition = record.value(.definition) else { return nil }
    return NoteType(name: record.value(.name) ?? [], definition: definition)
  }
}
