import Daybook
import DaybookEvents
import DaybookScheduler

/// Notes, what they consist of and show, and what is known of their cards.
extension PortableNoteType {
  /// The type. What its bytes say beyond what is written here, such as text that is not UTF-8 or
  /// members of a newer program, follows whole in base64.
  var members: [(key: String, value: JSONValue)] {
    let type = NoteType(name: name, definition: definition)
    let isAllSaid = type.definition == definition
    return [("id", .string(id.description))] + JSONText.members("name", name)
      + Self.members(type)
      + (isAllSaid ? [] : [("definition" + JSONText.suffix, JSONText.base64(definition))])
  }

  /// Everything but the name.
  static func members(_ type: NoteType) -> [(key: String, value: JSONValue)] {
    [
      ("cloze", .bool(type.isCloze)),
      (
        "fields",
        .array(
          type.fields.map { field in
            .object(JSONObject([("name", .string(field.name))] + extra(field.extra)))
          })
      ),
      (
        "templates",
        .array(
          type.templates.map { template in
            .object(
              JSONObject(
                [
                  ("name", .string(template.name)), ("front", .string(template.front)),
                  ("back", .string(template.back)),
                ] + extra(template.extra)))
          })
      ),
      ("css", .string(type.css)), ("sortField", .integer(Int64(type.sortField))),
    ] + extra(type.extra)
  }

  private static func extra(_ bytes: [UInt8]) -> [(key: String, value: JSONValue)] {
    bytes.isEmpty ? [] : [("extra", JSONText.base64(bytes))]
  }
}

extension MediaFile {
  /// The file's name, and which content it has.
  var members: [(key: String, value: JSONValue)] {
    [
      ("name", .string(name)), ("sha256", .string(digits)),
      ("bytes", .number(String(byteCount))),
    ]
  }
}

extension PortableThing {
  /// Of a note: its type, fields, tags and fields of other programs.
  var noteMembers: [(key: String, value: JSONValue)] {
    let fields = (noteFields ?? []).map { field in
      JSONValue.object(
        JSONObject(
          [("name", field.name.map { .string($0) } ?? .null)]
            + JSONText.members("value", field.value)))
    }
    return [
      ("type", id(.noteType)), ("fields", .array(fields)),
      ("tags", .array((tags ?? []).map { .string($0) })),
    ] + extraMembers("extras")
  }

  /// Of a deck: what is set of how it is learned.
  var optionsMember: JSONValue {
    .object(JSONObject((options ?? []).map { ($0.name, .string($0.value)) }))
  }

  /// Of a card: which card of which note it is.
  var originMembers: [(key: String, value: JSONValue)] {
    let origin = values[.cardNote].flatMap { CardOrigin(reading: $0) }
    return [
      ("note", origin.map { .string($0.note.description) } ?? .null),
      ("ordinal", origin.map { .integer(Int64($0.ordinal)) } ?? .null),
    ]
  }

  /// Of a card: its flag, until when it is buried, and what another program had scheduled.
  var markMembers: [(key: String, value: JSONValue)] {
    // A value of another shape shows as that of a card never put off.
    let day = values[.buried].flatMap { try? Payload($0) }?.number(1) ?? 0
    var members: [(key: String, value: JSONValue)] = [
      ("flag", .integer(Int64(values[.flag]?.first ?? 0))),
      ("buriedDay", .number(String(day))),
      ("seed", .null),
    ]
    guard let bytes = values[.seed] else { return members }
    let seed = CardSeed(reading: bytes)
    members[members.count - 1].value = .object(JSONObject(seed.members))
    if seed.encoded != bytes {
      members.append(("seed" + JSONText.suffix, JSONText.base64(bytes)))
    }
    return members
  }
}

extension CardSeed {
  /// What is known, each under its name.
  var members: [(key: String, value: JSONValue)] {
    let numbers: [(String, Int64?)] = [
      ("position", position), ("intervalDays", intervalDays), ("easePermille", easePermille),
      ("dueDay", dueDay), ("reviews", reviews), ("lapses", lapses),
    ]
    let memory: [(key: String, value: JSONValue)] =
      self.memory.map {
        [
          ("stability", .number($0.stability.description)),
          ("difficulty", .number($0.difficulty.description)),
        ]
      } ?? []
    return numbers.compactMap { name, number in number.map { (name, .integer($0)) } } + memory
  }
}

extension PortableReview {
  /// What another program scheduled after it, if one did.
  var scheduledMembers: [(key: String, value: JSONValue)] {
    guard let scheduled else { return [] }
    return [
      ("interval", .integer(scheduled.interval)), ("factor", .integer(scheduled.factor)),
    ]
  }

  /// How many steps there were when the answer was given, if that is known.
  var stepsMembers: [(key: String, value: JSONValue)] {
    guard let steps else { return [] }
    return [
      ("learningSteps", .integer(Int64(steps.learning))),
      ("relearningSteps", .integer(Int64(steps.relearning))),
    ]
  }
}
