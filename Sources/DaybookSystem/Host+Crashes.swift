#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension Host {
  /// Ends the process with three sentences and exit status 65 where a damaged page of a mapped
  /// store leads out of the file. What was committed before is safe: nothing of the command that
  /// met the damage was.
  package static func explainDamage() {
    for number in [SIGBUS, SIGSEGV] {
      signal(number) { _ in
        let text: StaticString = """
          The store's file is damaged: a page of it leads nowhere.
          Nothing was changed.
          Run verify, then go back to a backup, or merge from another machine into a new store.

          """
        _ = unsafe write(2, text.utf8Start, text.utf8CodeUnitCount)
        _exit(65)
      }
    }
  }
}
