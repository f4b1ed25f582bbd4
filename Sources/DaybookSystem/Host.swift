#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The machine and the process.
package enum Host {
  /// The machine's name, as a person gave it; "unknown" if it has none.
  package static func name() -> String {
    var characters = [CChar](repeating: 0, count: 256)
    let code = unsafe gethostname(&characters, characters.count - 1)
    let bytes = characters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    let name = String(decoding: bytes, as: UTF8.self)
    return code == 0 && !name.isEmpty ? name : "unknown"
  }

  /// Whether some network interface but the machine's own loop is up, as far as the system says so
  /// in files; true where it does not. Nothing is opened for it but those.
  ///
  /// - Parameter folder: where the system describes its interfaces.
  package static func hasNetwork(describedIn folder: String = "/sys/class/net") -> Bool {
    // Where there is no such folder, nobody knows.
    guard let names = try? FileSystem.listDirectory(folder) else { return true }
    return names.contains { name in
      // One that says nothing of itself is not up.
      let state = (try? FileSystem.readFile("\(folder)/\(name)/operstate", limit: 1 << 16)) ?? []
      return name != "lo" && !state.starts(with: "down".utf8) && !state.isEmpty
    }
  }

  /// This process.
  package static var processIdentifier: Int32 { getpid() }

  /// The file this process was started from, or nil if the system does not tell.
  package static func executablePath() -> String? {
    var bytes = [CChar](repeating: 0, count: 4_096)
    #if canImport(Glibc)
      let count = unsafe readlink("/proc/self/exe", &bytes, bytes.count)
      guard count > 0, count < bytes.count else { return nil }
      return String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    #else
      var size = UInt32(bytes.count)
      guard unsafe _NSGetExecutablePath(&bytes, &size) == 0 else { return nil }
      let text = bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
      return String(decoding: text, as: UTF8.self)
    #endif
  }

  /// Lets this process end without a report when it crashes. The report of Swift's runtime shows
  /// memory, and so what people wrote, and asks questions on a terminal.
  package static func forgoCrashReports() {
    for number in [SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP] {
      signal(number, SIG_DFL)
    }
  }

  /// Where files that nobody keeps may lie.
  package static var temporaryFolder: String {
    if let folder = environment("TMPDIR"), !folder.isEmpty { return folder }
    return P_tmpdir
  }

  /// The value of an environment variable, or nil if it is not set.
  package static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }
}
