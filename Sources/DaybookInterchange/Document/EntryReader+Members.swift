import Daybook
import DaybookEvents

/// Members by type. `null` says as little as no member.
extension EntryReader {
  func text(_ name: String) throws(EntryProblem) -> [UInt8]? {
    guard let bytes = try JSONText.bytes(name, in: object) else { return nil }
    try Self.check(name, bytes)
    return bytes
  }

  static func check(_ name: String, _ bytes: [UInt8]) throws(EntryProblem) {
    if bytes.contains(0) { throw .nulByte(name) }
    if bytes.count > textLimit { throw .tooLarge(name) }
  }

  func string(_ name: String) throws(EntryProblem) -> String? {
    guard let value = object[name], value != .null else { return nil }
    guard let text = value.text else { throw .wrongType(name) }
    try Self.check(name, Array(text.utf8))
    return text
  }

  func strings(_ name: String) throws(EntryProblem) -> [String]? {
    guard let value = object[name], value != .null else { return nil }
    guard case .array(let values) = value else { throw .wrongType(name) }
    var texts: [String] = []
    for value in values {
      guard let text = value.text else { throw .wrongType(name) }
      try Self.check(name, Array(text.utf8))
      texts.append(text)
    }
    return texts
  }

  func flag(_ name: String) throws(EntryProblem) -> Bool? {
    guard let value = object[name], value != .null else { return nil }
    guard case .bool(let flag) = value else { throw .wrongType(name) }
    return flag
  }

  func number(_ name: String) throws(EntryProblem) -> UInt64? {
    guard let value = object[name], value != .null else { return nil }
    guard case .number(let digits) = value else { throw .wrongType(name) }
    guard let number = UInt64(digits) else { throw .unreadable(name) }
    return number
  }

  func id(_ name: String) throws(EntryProblem) -> EntityID? {
    guard let text = try string(name) else { return nil }
    guard let id = EntityID(text) else { throw .unreadable(name) }
    return id
  }

  func required(_ name: String) throws(EntryProblem) -> EntityID {
    guard let id = try id(name) else { throw .missing(name) }
    return id
  }

  func timeValue(_ name: String) throws(EntryProblem) -> TimeValue? {
    guard let text = try string(name) else { return nil }
    if let time = ZonedTime(text) { return .instant(milliseconds: time.milliseconds) }
    // A time that cannot be read is reported by its name.
    guard let value = try? ISOTime.parse(text, clock: clock) else { throw .unreadable(name) }
    return value
  }

  func time(_ name: String) throws(EntryProblem) -> ZonedTime? {
    if let time = try string(name).flatMap(ZonedTime.init) { return time }
    switch try timeValue(name) {
    case .instant(let milliseconds): return clock.zoned(milliseconds)
    case .date(let date): return clock.zoned(clock.instant(date, millisecondOfDay: 0))
    case nil: return nil
    }
  }

  /// An integer that may be negative.
  func signed(_ name: String) throws(EntryProblem) -> Int64? {
    guard let value = object[name], value != .null else { return nil }
    guard case .number(let digits) = value else { throw .wrongType(name) }
    guard let number = Int64(digits) else { throw .unreadable(name) }
    return number
  }

  /// A number that may be broken.
  func double(_ name: String) throws(EntryProblem) -> Double? {
    guard let value = object[name], value != .null else { return nil }
    guard case .number(let digits) = value else { throw .wrongType(name) }
    guard let number = Double(digits), number.isFinite else { throw .unreadable(name) }
    return number
  }

  /// Bytes in base64.
  func base64(_ name: String) throws(EntryProblem) -> [UInt8]? {
    guard let value = object[name], value != .null else { return nil }
    guard let bytes = JSONText.bytes(base64: value) else { throw .unreadable(name) }
    guard bytes.count <= Self.textLimit else { throw .tooLarge(name) }
    return bytes
  }

  /// A list of objects, each with a reader of its own.
  func list(_ name: String) throws(EntryProblem) -> [EntryReader]? {
    guard let value = object[name], value != .null else { return nil }
    guard case .array(let values) = value else { throw .wrongType(name) }
    var readers: [EntryReader] = []
    for value in values { readers.append(try EntryReader(value, clock: clock)) }
    return readers
  }

  /// Fields of other programs, all in one object.
  func extras(_ name: String) throws(EntryProblem) -> [ExtraField]? {
    guard let value = object[name], value != .null else { return nil }
    guard case .object(let fields) = value else { throw .wrongType(name) }
    let suffix = JSONText.suffix
    var odd = JSONObject()
    if case .object(let bytes) = object[name + suffix] { odd = bytes }
    var extras: [ExtraField] = []
    for member in fields.members {
      var pair = JSONObject([(member.key, member.value)])
      pair[member.key + suffix] = odd[member.key]
      guard let bytes = try JSONText.bytes(member.key, in: pair) else { continue }
      try Self.check(name, bytes)
      try Self.check(name, Array(member.key.utf8))
      if !bytes.isEmpty { extras.append(ExtraField(name: member.key, value: bytes)) }
    }
    return extras
  }
}
