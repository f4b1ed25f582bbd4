public import DaybookEvents
package import DaybookScheduler

/// One answer to a card, as a fact: what was answered and when, never what was computed from it.
public struct Review: Equatable, Sendable {
  /// The review's id: derived from where it was imported from, or from the event's name.
  public let id: EntityID
  /// 1 again, 2 hard, 3 good, 4 easy.
  public let grade: UInt8
  /// How long the answer took.
  public let durationMilliseconds: UInt64
  /// What the card was when it was shown: new, learning, review, relearning, cram.
  public let shown: String
  /// When it happened, as the reviewer's clock said.
  public let recordedAt: Int64
  /// Minutes east of UTC there.
  public let offsetMinutes: Int
  /// The hour at which the reviewer's day begins.
  public let rolloverHour: Int
  /// When an imported review happened.
  public let occurredAt: Int64?

  /// The answer as its event says; nil when the payload holds no grade.
  init?(_ header: EventHeader, _ payload: Payload, _ name: EventName) {
    guard let grade = payload.number(1), (1...4).contains(grade) else { return nil }
    self.grade = UInt8(grade)
    durationMilliseconds = payload.number(2) ?? 0
    shown = payload.bytes(3).map { String(decoding: $0, as: UTF8.self) } ?? ""
    rolloverHour = Int(min(payload.number(4) ?? 4, 23))
    id = payload.bytes(5).flatMap { EntityID(bytes: $0) } ?? Self.id(of: name)
    recordedAt = header.recordedAt
    offsetMinutes = header.offsetMinutes
    occurredAt = header.occurredAt
  }

  /// The id of a review that was made here and not imported.
  package static func id(of name: EventName) -> EntityID {
    EntityID(name: [
      Array("review".utf8), Hexadecimal.bytes(name.replica.rawValue),
      Hexadecimal.bytes(name.sequence), Hexadecimal.bytes(name.tag),
    ])
  }

  /// The payload of `cardReviewed`.
  package static func payload(
    grade: Grade, durationMilliseconds: UInt64, shown: String, rolloverHour: Int,
    id: EntityID? = nil
  ) -> [UInt8] {
    var wire = WireWriter()
    wire.varint(1, UInt64(grade.rawValue))
    wire.varint(2, durationMilliseconds)
    wire.text(3, shown)
    wire.varint(4, UInt64(rolloverHour))
    if let id { wire.bytes(5, id.bytes) }
    return wire.bytes
  }

  var encoded: [UInt8] {
    var wire = WireWriter()
    wire.varint(1, UInt64(grade))
    wire.varint(2, durationMilliseconds)
    wire.text(3, shown)
    wire.varint(4, UInt64(rolloverHour))
    wire.bytes(5, id.bytes)
    wire.signed(6, recordedAt)
    wire.signed(7, Int64(offsetMinutes))
    if let occurredAt { wire.signed(8, occurredAt) }
    return wire.bytes
  }

  init?(reading bytes: [UInt8]) {
    // Another shape counts as no review.
    guard let payload = try? Payload(bytes), let grade = payload.number(1),
      let id = payload.bytes(5).flatMap({ EntityID(bytes: $0) })
    else { return nil }
    self.grade = UInt8(truncatingIfNeeded: grade)
    durationMilliseconds = payload.number(2) ?? 0
    shown = payload.bytes(3).map { String(decoding: $0, as: UTF8.self) } ?? ""
    rolloverHour = Int(payload.number(4) ?? 4)
    self.id = id
    recordedAt = payload.signed(6) ?? 0
    offsetMinutes = Int(payload.signed(7) ?? 0)
    occurredAt = payload.signed(8)
  }
}
