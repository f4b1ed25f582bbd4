#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Text of the store as members of a JSON object.
///
/// JSON holds Unicode only. Text that is not UTF-8 is written twice: under its name as it can be
/// read, with U+FFFD for what cannot, and under its name with `Bytes` as it is, in base64. So a
/// field is a string always, whoever reads it, and nothing is lost.
enum JSONText {
  /// The suffix of the member that holds the bytes.
  static let suffix = "Bytes"

  /// The members for a text.
  static func members(_ name: String, _ bytes: [UInt8]) -> [(key: String, value: JSONValue)] {
    let text = String(decoding: bytes, as: UTF8.self)
    let member = (key: name, value: JSONValue.string(text))
    if text.utf8.elementsEqual(bytes) { return [member] }
    return [member, (name + suffix, base64(bytes))]
  }

  /// The text of a member; nil when there is none. The bytes count while the member still reads
  /// as they do: somebody may have changed it by hand.
  static func bytes(
    _ name: String, in object: JSONObject
  ) throws(EntryProblem) -> [UInt8]? {
    guard let value = object[name], value != .null else { return nil }
    guard let text = value.text else { throw .wrongType(name) }
    guard let encoded = object[name + suffix] else { return Array(text.utf8) }
    guard let bytes = self.bytes(base64: encoded) else { throw .unreadable(name + suffix) }
    let isSame = String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(text.utf8)
    return isSame ? bytes : Array(text.utf8)
  }

  /// Bytes as base64.
  static func base64(_ bytes: [UInt8]) -> JSONValue {
    .string(Data(bytes).base64EncodedString())
  }

  /// Bytes from base64; nil for anything else.
  static func bytes(base64 value: JSONValue) -> [UInt8]? {
    value.text.flatMap { Data(base64Encoded: $0) }.map { Array($0) }
  }
}
