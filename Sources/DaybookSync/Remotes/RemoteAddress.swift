/// Where a remote is: `file:///path` or the path of a folder, or `ssh://host/path`.
package enum RemoteAddress: Equatable, Sendable {
  /// A folder.
  case folder(path: String)
  /// A store on another machine.
  case ssh(SSHAddress)

  /// Reads what a person typed.
  ///
  /// - Parameter directory: where a path that begins with no slash begins.
  /// - Returns: nil for what is neither an address nor a path.
  package init?(_ text: String, in directory: String) {
    guard !text.isEmpty, !text.utf8.contains(0) else { return nil }
    guard let end = text.firstRange(of: "://") else {
      self = .folder(path: text.hasPrefix("/") ? text : "\(directory)/\(text)")
      return
    }
    let rest = text[end.upperBound...]
    switch text[..<end.lowerBound].lowercased() {
    case "file":
      guard let path = Self.path(rest), path.hasPrefix("/") else { return nil }
      self = .folder(path: path)
    case "ssh":
      guard let address = SSHAddress(rest) else { return nil }
      self = .ssh(address)
    default: return nil
    }
  }

  /// Whether ssh leads there.
  package var isSSH: Bool { if case .ssh = self { true } else { false } }

  /// The address in full, which reads as the same.
  package var text: String {
    switch self {
    case .folder(let path): "file://" + Self.escaped(path)
    case .ssh(let address): address.text
    }
  }

  /// The path of an address, in which `%41` is a byte; nil where that is no text.
  static func path(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard digits.utf8.count == 2, let value = UInt8(digits, radix: 16), value > 0 else {
        return nil
      }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  static func escaped(_ path: String) -> String {
    path.utf8.reduce(into: "") { text, byte in
      let isPlain =
        byte > 32 && byte < 127 && byte != UInt8(ascii: "%") && byte != UInt8(ascii: "?")
        && byte != UInt8(ascii: "#")
      if isPlain {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + (digits.utf8.count == 1 ? "0" : "") + digits
      }
    }
  }
}
