/// Turns the bytes a terminal sends into keys, wherever they are split.
///
/// Follows ECMA-48 for control sequences and xterm for what the keys are called; what is not known
/// is passed over whole, so that no part of it is taken for a key. Escape alone looks like the
/// beginning of a sequence: when nothing follows for a moment, call ``flush()``.
package struct KeyDecoder: Sendable {
  /// The most bytes of a paste that are kept; the rest is dropped.
  package static let pasteLimit = 65_536
  private static let sequenceLimit = 64
  private static let escape: UInt8 = 0x1B

  private var pending: [UInt8] = []
  private var pasted: [UInt8]?

  /// Nothing read yet.
  package init() {}

  /// Whether bytes wait for what follows them, and a pause would tell what they are.
  package var isPending: Bool { !pending.isEmpty && pasted == nil }

  /// The keys that `bytes` complete. O(n).
  package mutating func keys(_ bytes: [UInt8]) -> [Key] {
    var keys: [Key] = []
    pending += bytes
    var start = 0
    loop: while start < pending.count {
      if pasted != nil {
        guard let end = takePaste(from: &start) else { break }
        keys.append(end)
        continue
      }
      switch Self.step(pending[start...]) {
      case .incomplete: break loop
      case .key(let key, let length):
        keys.append(key)
        start += length
      case .nothing(let length): start += length
      case .paste(let length):
        pasted = []
        start += length
      }
    }
    pending.removeFirst(start)
    return keys
  }

  /// The keys that the bytes waiting are, since nothing follows: Escape, or nothing.
  package mutating func flush() -> [Key] {
    guard isPending else { return [] }
    defer { pending = [] }
    guard pending[0] == Self.escape else { return [] }
    switch pending.count {
    case 1: return [.escape]
    case 2 where pending[1] < 0x80: return [.alternate(Character(Unicode.Scalar(pending[1])))]
    default: return []
    }
  }

  /// Reads on in a paste.
  ///
  /// - Returns: the whole of it, once its end has come.
  private mutating func takePaste(from start: inout Int) -> Key? {
    let end = Array("\u{1B}[201~".utf8)
    let rest = pending[start...]
    let stop = rest.indices.first { rest[$0...].starts(with: end) }
    // The last bytes may be the beginning of the end.
    let length = (stop ?? max(start, pending.count - end.count + 1)) - start
    let room = Self.pasteLimit - (pasted?.count ?? 0)
    pasted?.append(contentsOf: rest.prefix(min(length, room)))
    start += length
    guard stop != nil else { return nil }
    start += end.count
    defer { pasted = nil }
    return .paste(String(decoding: pasted ?? [], as: UTF8.self))
  }
}

extension KeyDecoder {
  private enum Step {
    case incomplete
    case key(Key, length: Int)
    case nothing(length: Int)
    case paste(length: Int)
  }

  /// What `bytes`, which are not empty, begin with.
  private static func step(_ bytes: ArraySlice<UInt8>) -> Step {
    let bytes = Array(bytes.prefix(sequenceLimit))
    switch bytes[0] {
    case escape: return afterEscape(bytes)
    case 0x0D, 0x0A: return .key(.enter, length: 1)
    case 0x09: return .key(.tab, length: 1)
    case 0x7F, 0x08: return .key(.backspace, length: 1)
    case 0x01...0x1A:
      return .key(.control(Character(Unicode.Scalar(bytes[0] + 0x60))), length: 1)
    case 0x00...0x1F: return .nothing(length: 1)
    default: return character(bytes)
    }
  }

  private static func afterEscape(_ bytes: [UInt8]) -> Step {
    guard bytes.count > 1 else { return .incomplete }
    switch bytes[1] {
    case escape: return .key(.escape, length: 1)
    case UInt8(ascii: "["): return controlSequence(bytes)
    case UInt8(ascii: "O"):
      guard bytes.count > 2 else { return .incomplete }
      guard bytes[2] != escape else { return .nothing(length: 2) }
      return named(bytes[2], parameter: 1).map { .key($0, length: 3) } ?? .nothing(length: 3)
    default:
      switch step(bytes[1...]) {
      case .incomplete: return .incomplete
      case .key(.character(let character), let length):
        return .key(.alternate(character), length: length + 1)
      case .key(_, let length), .nothing(let length), .paste(let length):
        return .nothing(length: length + 1)
      }
    }
  }

  /// `ESC [`, parameters, and a byte that ends them and says what they are about.
  private static func controlSequence(_ bytes: [UInt8]) -> Step {
    var index = 2
    while index < bytes.count, (0x20...0x3F).contains(bytes[index]) { index += 1 }
    guard index < bytes.count else {
      return bytes.count < sequenceLimit ? .incomplete : .nothing(length: bytes.count)
    }
    let last = bytes[index]
    // Broken off, so what breaks it off counts.
    guard (0x40...0x7E).contains(last) else { return .nothing(length: index) }
    if last == UInt8(ascii: "["), index == 2 {
      // The Linux console calls its function keys ESC [ [ A and so on.
      guard bytes.count > 3 else { return .incomplete }
      return bytes[3] == UInt8(ascii: "A") ? .key(.help, length: 4) : .nothing(length: 4)
    }
    let parameters = String(decoding: bytes[2..<index], as: UTF8.self).split(separator: ";")
    let first = parameters.first.map { Int($0) ?? 0 } ?? 1
    if last == UInt8(ascii: "~"), first == 200 { return .paste(length: index + 1) }
    return named(last, parameter: first).map { .key($0, length: index + 1) }
      ?? .nothing(length: index + 1)
  }

  /// The key a sequence names by its last byte, or by a number where that is `~`.
  private static func named(_ last: UInt8, parameter: Int) -> Key? {
    switch (Unicode.Scalar(last), parameter) {
    case ("A", _): .up
    case ("B", _): .down
    case ("C", _): .right
    case ("D", _): .left
    case ("H", _), ("~", 1), ("~", 7): .home
    case ("F", _), ("~", 4), ("~", 8): .end
    case ("P", _), ("~", 11): .help
    case ("M", _): .enter
    case ("~", 3): .delete
    case ("~", 5): .pageUp
    case ("~", 6): .pageDown
    default: nil
    }
  }

  /// A character of UTF-8; a byte that begins none is passed over.
  private static func character(_ bytes: [UInt8]) -> Step {
    let length =
      switch bytes[0] {
      case 0x20..<0x80: 1
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 0
      }
    guard length > 0 else { return .nothing(length: 1) }
    let continued = bytes.dropFirst().prefix(length - 1).prefix { $0 & 0xC0 == 0x80 }
    guard continued.count == length - 1 else {
      return bytes.count > continued.count + 1 ? .nothing(length: 1) : .incomplete
    }
    guard let text = String(validating: bytes.prefix(length), as: UTF8.self),
      let character = text.first, text.unicodeScalars.allSatisfy({ $0.value > 0x9F || length == 1 })
    else { return .nothing(length: 1) }
    return .key(.character(character), length: length)
  }
}
