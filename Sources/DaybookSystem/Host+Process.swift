#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension Host {
  /// Makes of this process one that files can be trusted to, before it opens the first.
  package static func prepareProcess() {
    forgoCrashReports()
    occupyStandardDescriptors()
    // A file that may not grow is an error to tell of, not the end of the process.
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Ends this process as the system ends one that writes to a pipe nobody reads.
  package static func endByBrokenPipe() -> Never {
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
    _exit(128 + SIGPIPE)  // the signal is blocked
  }

  /// Whoever starts a program with a closed standard output (`>&-`) would have the next file that
  /// it opens take that number, and results printed into it: into the store itself.
  private static func occupyStandardDescriptors() {
    for descriptor in [Terminal.input, Terminal.output, Terminal.errorOutput]
    where fcntl(descriptor, F_GETFD) < 0 {
      _ = unsafe open("/dev/null", O_RDWR)
    }
  }
}
