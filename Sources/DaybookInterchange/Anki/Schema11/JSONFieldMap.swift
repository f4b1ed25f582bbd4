/// How the members of a JSON object, in the older form of a collection, and the fields of a
/// message, in the newer one, stand for each other.
struct JSONFieldMap: Sendable {
  /// The key in the one form and the number in the other.
  typealias Member = (key: String, number: UInt32, kind: Kind)

  /// How one value is written in both.
  enum Kind: Sendable {
    case bool, integer, float, text, floats
    /// The opposite truth.
    case invertedBool
    /// A truth as 0 or 1.
    case numberBool
    /// Of two choices the other one: 0 for 1.
    case invertedChoice
    /// A fraction as its thousandfold.
    case permille
    /// May be absent: null.
    case optionalInteger
    /// May be absent, and a fraction as its hundredfold.
    case optionalPercent
    /// An object with the same kind of members.
    case nested([Member])
  }

  let members: [Member]

  init(_ members: [Member]) {
    self.members = members
  }

  /// Puts what `object` says into `message`, and takes it out of what is left of the object.
  func read(_ object: inout [String: JSONValue], into message: inout ProtoMessage) {
    for (key, number, kind) in members {
      guard let value = object.removeValue(forKey: key) else { continue }
      kind.read(value, number, into: &message)
    }
  }

  /// What `message` says, as members in the order of the map.
  func write(_ message: ProtoMessage, into object: inout JSONObject) {
    for (key, number, kind) in members { object[key] = kind.json(message, number) }
  }
}

extension JSONFieldMap.Kind {
  func read(_ value: JSONValue, _ number: UInt32, into message: inout ProtoMessage) {
    switch self {
    case .bool, .numberBool: message.set(number, bool: value.wholeNumber != 0)
    case .invertedBool: message.set(number, bool: value.wholeNumber == 0)
    case .integer: message.set(number, integer: value.wholeNumber)
    case .invertedChoice: message.set(number, integer: value.wholeNumber == 0 ? 1 : 0)
    case .float: message.set(number, float: value.float)
    case .permille: message.set(number, float: value.float / 1_000)
    case .text: message.set(number, text: value.text ?? "")
    case .floats: message.set(number, floats: value.elements.map(\.float))
    case .optionalInteger:
      message.set(number, optional: value == .null ? nil : value.wholeNumber)
    case .optionalPercent:
      message.set(number, optional: value == .null ? nil : value.float / 100)
    case .nested(let members):
      guard value != .null else { return }
      var object = value.dictionary
      var inner = ProtoMessage()
      JSONFieldMap(members).read(&object, into: &inner)
      message.set(number, messages: [inner])
    }
  }

  func json(_ message: ProtoMessage, _ number: UInt32) -> JSONValue {
    switch self {
    case .bool: return .bool(message.bool(number))
    case .numberBool: return .integer(message.bool(number) ? 1 : 0)
    case .invertedBool: return .bool(!message.bool(number))
    case .integer: return .integer(Int64(message.integer(number)))
    case .invertedChoice: return .integer(message.integer(number) == 0 ? 1 : 0)
    case .float: return .float(message.float(number))
    case .permille: return .integer(Int64((message.float(number) * 1_000).wholeNumber))
    case .text: return .string(message.text(number))
    case .floats: return .array(message.floats(number).map { .float($0) })
    case .optionalInteger:
      return message.optionalInteger(number).map { .integer(Int64($0)) } ?? .null
    case .optionalPercent:
      return message.optionalFloat(number).map { .integer(Int64(($0 * 100).wholeNumber)) } ?? .null
    case .nested(let members):
      guard let inner = message.messages(number).last else { return .null }
      var object = JSONObject()
      JSONFieldMap(members).write(inner, into: &object)
      return .object(object)
    }
  }
}

extension JSONValue {
  /// A number with a fraction, with the digits that make it the same number again.
  static func float(_ value: Float) -> JSONValue {
    value.isFinite ? .number(value.description) : .integer(0)
  }

  /// The number, 0 and 1 for truths, and 0 for everything that is neither.
  var wholeNumber: Int {
    switch self {
    case .number(let digits): Int(digits) ?? (Double(digits) ?? 0).wholeNumber
    case .bool(let value): value ? 1 : 0
    case .null, .string, .array, .object: 0
    }
  }

  var float: Float {
    if case .number(let digits) = self { Float(digits) ?? 0 } else { 0 }
  }

  var elements: [JSONValue] {
    if case .array(let values) = self { values } else { [] }
  }

  /// The members of an object; nothing of anything else.
  var dictionary: [String: JSONValue] {
    guard case .object(let object) = self else { return [:] }
    return Dictionary(object.members.map { ($0.key, $0.value) }) { $1 }
  }
}

extension BinaryFloatingPoint {
  /// Rounded; 0 for what is no number or far too large.
  var wholeNumber: Int {
    isFinite && magnitude < 1e15 ? Int(self.rounded()) : 0
  }
}
