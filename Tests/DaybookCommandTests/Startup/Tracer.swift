import Foundation
import Synchronization
import Testing

#if os(Linux)
  import Glibc

  /// What a program asked of the system while it ran, with all its threads and children.
  struct Trace: Sendable {
    /// The files it opened, and tried to open, in order; paths as it gave them.
    var opened: [String] = []
    /// How many sockets it made.
    var sockets = 0
    /// How many threads and processes it started.
    var started = 0
    /// How it ended.
    var status: Int32 = -1
  }

  /// Follows a program from its first instruction, as a debugger does: `ptrace(2)`.
  struct Tracer {
    private typealias Request = @convention(c) (Int, pid_t, UInt, UInt) -> Int
    private let request: Request
    private let process: pid_t
    private var isStarted = false
    private var trace = Trace()
    /// Who is between the beginning and the end of a call.
    private var left: Set<pid_t>

    /// Whether this machine lets a program follow another: a container may refuse.
    static let isPermitted: Bool = {
      // Being refused is the answer.
      (try? run(["/bin/true"], environment: []))?.status == 0
    }()

    /// Runs a program to its end. It gets an empty standard input.
    static func run(_ words: [String], environment: [String]) throws -> Trace {
      let box = Box()
      // What `ptrace` follows belongs to one thread, so it gets one of its own.
      let thread = Thread {
        let result = Result {
          var tracer = try Tracer(words, environment)
          return try tracer.follow()
        }
        box.result.withLock { $0 = result }
        box.done.signal()
      }
      thread.start()
      box.done.wait()
      guard let result = box.result.withLock({ $0 }) else { throw SystemRefusal() }
      return try result.get()
    }

    /// Carries the result out of the thread.
    private final class Box: Sendable {
      let result = Mutex<Result<Trace, any Error>?>(nil)
      let done = DispatchSemaphore(value: 0)
    }

    /// Starts a shell that waits for a line and then becomes the program, and takes hold of it
    /// meanwhile.
    private init(_ words: [String], _ environment: [String]) throws {
      guard let symbol = unsafe dlsym(nil, "ptrace") else { throw SystemRefusal() }
      request = unsafe unsafeBitCast(symbol, to: Request.self)
      var ends: [Int32] = [0, 0]
      guard unsafe pipe(&ends) == 0 else { throw SystemRefusal() }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      process = try Self.start(
        ["/bin/sh", "-c", "read line; exec \"$0\" \"$@\""] + words, environment, input: ends[0])
      left = [process]
      close(ends[0])
      defer { close(ends[1]) }
      let options: UInt = 0x10_001F  // exit with us; stops at calls, forks, threads and exec
      guard request(0x4206, process, 0, options) == 0, request(0x4207, process, 0, 0) == 0 else {
        kill(process, SIGKILL)
        var status: Int32 = 0
        _ = unsafe waitpid(process, &status, 0)
        throw SystemRefusal()
      }
      _ = unsafe write(ends[1], "\n", 1)
    }

    private struct SystemRefusal: Error {}

    private mutating func follow() throws -> Trace {
      while !left.isEmpty {
        var status: Int32 = 0
        let who = unsafe waitpid(-1, &status, Int32(bitPattern: 0x6000_0000))  // every thread
        if who < 0 {
          guard errno == EINTR else { break }
          continue
        }
        if status & 0x7F == 0 || (status & 0xFF) != 0x7F {
          left.remove(who)
          if who == process { trace.status = status & 0x7F == 0 ? status >> 8 & 0xFF : -1 }
          continue
        }
        left.insert(who)
        let signal = status >> 8 & 0xFF
        let event = status >> 16
        if signal == SIGTRAP | 0x80 {
          noteCall(of: who)
        } else if event == 4 {
          isStarted = true
        } else if (1...3).contains(event), isStarted {
          trace.started += 1
        }
        let isOwn = signal == SIGTRAP | 0x80 || event != 0
        _ = request(24, who, 0, isOwn ? 0 : UInt(signal))
      }
      return trace
    }

    /// Looks at the call that a stopped thread is about to make.
    private mutating func noteCall(of thread: pid_t) {
      var information = [UInt64](repeating: 0, count: 12)
      let size = unsafe information.withUnsafeMutableBytes { bytes in
        let address = UInt(bitPattern: bytes.baseAddress)
        return request(0x420E, thread, UInt(bytes.count), address)
      }
      guard isStarted, size > 32, information[0] & 0xFF == 1 else { return }
      switch information[3] {
      case Call.open: note(path: information[4], of: thread)
      case Call.openAt, Call.openAt2: note(path: information[5], of: thread)
      case Call.socket, Call.socketPair: trace.sockets += 1
      default: break
      }
    }

    private mutating func note(path address: UInt64, of thread: pid_t) {
      let file = unsafe open("/proc/\(thread)/mem", O_RDONLY | O_CLOEXEC)
      defer { close(file) }
      var bytes = [UInt8](repeating: 0, count: 4096)
      // It may end before the end of its page; what lies behind that is not asked for.
      let count = min(4096 - Int(address & 4095), 4096)
      var length = unsafe pread(file, &bytes, count, off_t(address))
      if !bytes.prefix(max(0, length)).contains(0) {
        length += unsafe bytes.withUnsafeMutableBytes { rest in
          unsafe pread(
            file, rest.baseAddress.map { unsafe $0 + count }, 4096 - count,
            off_t(address) + off_t(count))
        }
      }
      trace.opened.append(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
    }

    private static func start(
      _ words: [String], _ environment: [String], input: Int32
    ) throws -> pid_t {
      var actions = unsafe posix_spawn_file_actions_t()
      unsafe posix_spawn_file_actions_init(&actions)
      defer { unsafe posix_spawn_file_actions_destroy(&actions) }
      unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
      unsafe posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
      unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
      var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
      var variables = unsafe environment.map { unsafe strdup($0) } + [nil]
      defer { unsafe (arguments + variables).forEach { unsafe free($0) } }
      var process: pid_t = 0
      let code = unsafe posix_spawn(&process, words[0], &actions, nil, &arguments, &variables)
      try #require(code == 0, "\(words[0]) cannot be started")
      return process
    }
  }

  /// The numbers of the calls that are counted.
  private enum Call {
    static let openAt2: UInt64 = 437
    #if arch(x86_64)
      static let open: UInt64 = 2
      static let openAt: UInt64 = 257
      static let socket: UInt64 = 41
      static let socketPair: UInt64 = 53
    #else
      static let open = UInt64.max  // there is none
      static let openAt: UInt64 = 56
      static let socket: UInt64 = 198
      static let socketPair: UInt64 = 199
    #endif
  }
#endif
