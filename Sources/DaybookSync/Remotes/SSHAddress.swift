/// A store on another machine: `ssh://user@host:port/path`, where `/~/path` begins in the home of
/// the account there.
package struct SSHAddress: Equatable, Sendable {
  /// The account; nil for what ssh takes.
  package let user: String?
  /// The machine, by a name that ssh knows.
  package let host: String
  /// The port; nil for what ssh takes.
  package let port: Int?
  /// The folder of the store there, as it is typed there; nil for the one that is used there.
  package let path: String?

  /// Reads what follows `ssh://`; nil where that is no address.
  init?(_ text: Substring) {
    let slash = text.firstIndex(of: "/") ?? text.endIndex
    guard let path = RemoteAddress.path(text[slash...]) else { return nil }
    self.path =
      path.isEmpty || path == "/" ? nil : path.hasPrefix("/~/") ? String(path.dropFirst(3)) : path
    var machine = text[..<slash]
    if let at = machine.lastIndex(of: "@") {
      user = String(machine[..<at])
      machine = machine[machine.index(after: at)...]
    } else {
      user = nil
    }
    if let colon = machine.lastIndex(of: ":"), !machine.hasSuffix("]") {
      guard let port = Int(machine[machine.index(after: colon)...]), (1...65_535).contains(port)
      else { return nil }
      self.port = port
      machine = machine[..<colon]
    } else {
      port = nil
    }
    host = String(machine.hasPrefix("[") ? machine.dropFirst().dropLast() : machine)
    // What ssh would take for an option, or a shell for more than a name, is none.
    let isName = { (text: String) in
      !text.isEmpty && !text.hasPrefix("-")
        && text.utf8.allSatisfy {
          UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 || $0 >= 0x80
            || UInt8(ascii: "0")...UInt8(ascii: ":") ~= $0 || ".-_%".utf8.contains($0)
        }
    }
    guard isName(host), user.map(isName) ?? true, self.path?.hasPrefix("-") != true else {
      return nil
    }
  }

  /// The address in full.
  var text: String {
    let account = user.map { "\($0)@" } ?? ""
    let machine = host.contains(":") ? "[\(host)]" : host
    let place = path.map { ($0.hasPrefix("/") ? "" : "/~/") + RemoteAddress.escaped($0) } ?? ""
    return "ssh://\(account)\(machine)\(port.map { ":\($0)" } ?? "")\(place)"
  }

  /// What ssh is started with.
  ///
  /// - Parameter mayAsk: whether ssh may ask for a password or about a key.
  func arguments(mayAsk: Bool) -> [String] {
    // Without a sign of life for a minute the way is cut.
    var arguments = ["-o", "ConnectTimeout=20", "-o", "ServerAliveInterval=20"]
    if !mayAsk { arguments += ["-o", "BatchMode=yes"] }
    if let port { arguments += ["-p", "\(port)"] }
    if let user { arguments += ["-l", user] }
    let store = path.map { " --store \(Self.quoted($0))" } ?? ""
    return arguments + ["--", host, "daybook exchange --stdio --accept --no-input\(store)"]
  }

  /// A word as a shell on the other side reads it.
  private static func quoted(_ word: String) -> String {
    "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
