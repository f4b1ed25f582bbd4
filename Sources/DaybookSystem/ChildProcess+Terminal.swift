import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension ChildProcess {
  /// Runs a program on this process's terminal and waits for it: an editor, a pager.
  ///
  /// Ctrl-C and Ctrl-\ reach only the program meanwhile.
  ///
  /// - Parameter arguments: Without the program's own name.
  /// - Throws: `notFound`, `permissionDenied`, `other`; not for how the program ends.
  package static func run(
    _ executable: String, _ arguments: [String]
  ) throws(SystemError) -> ProcessExit {
    let interrupt = signal(SIGINT, SIG_IGN)
    let quit = signal(SIGQUIT, SIG_IGN)
    defer {
      signal(SIGINT, interrupt)
      signal(SIGQUIT, quit)
    }
    let process = try Spawning.turn.withLock { _ throws(SystemError) in
      try Spawning.start(executable, arguments)
    }
    return try Spawning.wait(process, path: executable)
  }

  /// Turns this process into another program, at that path. Returns only by throwing.
  ///
  /// - Parameter arguments: Without the program's own name.
  /// - Throws: `notFound`, `permissionDenied`, `other`; this process goes on then.
  package static func replaceProcess(
    _ path: String, _ arguments: [String]
  ) throws(SystemError) -> Never {
    // What is ignored stays ignored in the new program, which does not expect it.
    let ignored = [SIGPIPE, SIGXFSZ].map { ($0, signal($0, SIG_DFL)) }
    let code = unsafe Spawning.withArguments([path] + arguments) { list in
      _ = unsafe execv(path, list)
      return errno
    }
    for (number, handler) in ignored { signal(number, handler) }
    throw SystemError(.start, path: path, code: code)
  }
}
