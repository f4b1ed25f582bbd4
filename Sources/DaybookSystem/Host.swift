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
