#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension Host {
  /// The signals by which a damaged page of a mapped store ends a process: it leads out of the
  /// file, or LMDB finds that it cannot be what it should.
  private static let signalsOfDamage = [SIGBUS, SIGSEGV, SIGABRT]

  /// Ends the process with three sentences and exit status 65 where it meets a damaged page of a
  /// mapped store. What was committed before is safe, and nothing half done was.
  ///
  /// What is done here may be done in a handler of signals: it allocates nothing and calls only
  /// what POSIX lists as safe there.
  package static func explainDamage() {
    for number in signalsOfDamage {
      signal(number) { _ in
        let text: StaticString = """
          The store's file is damaged: a page of it is not what it should be.
          What was saved before is kept, and nothing was changed by this.
          Run daybook repair: it says what is damaged and what can be done.

          """
        _ = unsafe write(2, text.utf8Start, text.utf8CodeUnitCount)
        _exit(65)
      }
    }
  }

  /// The same without a word, for who writes in the middle of somebody's line.
  package static func endQuietlyAtDamage() {
    for number in signalsOfDamage { signal(number) { _ in _exit(65) } }
  }
}
