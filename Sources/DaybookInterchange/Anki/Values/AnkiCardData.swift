/// What a card's `data` says beside its columns: the state of its memory.
package struct AnkiCardData: Equatable, Sendable {
  /// Where it stood among the new cards.
  package var position: Int?
  /// Days until it is remembered with 90 %.
  package var stability: Double?
  /// 1 to 10.
  package var difficulty: Double?
  /// What the deck aimed at when it was scheduled.
  package var desiredRetention: Double?
  /// How fast it is forgotten: 0.154 for example with FSRS-6.
  package var decay: Double?
  /// Seconds since 1970.
  package var lastReviewSeconds: Int?
  /// What else stood there, such as `cd`.
  package var rest = JSONObject()

  /// Knows nothing.
  package init() {}

  /// Reads what a card holds. What is no JSON object says nothing.
  package init(parsing text: String) {
    // Anki takes such a card without a word too.
    guard !text.isEmpty, case .object(let object)? = try? JSONValue(parsing: Array(text.utf8))
    else { return }
    for member in object.members {
      guard case .number(let digits) = member.value, let number = Double(digits) else {
        rest[member.key] = member.value
        continue
      }
      switch member.key {
      case "pos": position = Int(exactly: number.rounded())
      case "s": stability = number
      case "d": difficulty = number
      case "dr": desiredRetention = number
      case "decay": decay = number
      case "lrt": lastReviewSeconds = Int(exactly: number.rounded())
      default: rest[member.key] = member.value
      }
    }
  }

  /// As a card holds it.
  package var text: String {
    var object = JSONObject()
    object["pos"] = position.map { .integer(Int64($0)) }
    object["s"] = stability.map { .number("\($0)") }
    object["d"] = difficulty.map { .number("\($0)") }
    object["dr"] = desiredRetention.map { .number("\($0)") }
    object["decay"] = decay.map { .number("\($0)") }
    object["lrt"] = lastReviewSeconds.map { .integer(Int64($0)) }
    for member in rest.members { object[member.key] = member.value }
    return String(decoding: JSONValue.object(object).bytes, as: UTF8.self)
  }
}
