import Daybook
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A commit that fails: the store is opened anew, the command is looked up and tried once more.
struct FailedCommitTests {
  @Test func `a capture whose commit fails is refused, and the next one is kept once`() async {
    await #expect(processExitsWith: .success) {
      let test = try TestStore("one")
      try test.store.capture(.title("before"))
      // A limit on the size of files makes writing fail; the signal would end the process.
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit()
      _ = unsafe getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      let usual = limit.rlim_cur
      limit.rlim_cur = 8_192
      _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      var isRefused = false
      do {
        try test.store.capture(.title("while nothing can be written"))
      } catch {
        isRefused = true
      }
      limit.rlim_cur = usual
      _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      try test.store.capture(.title("after"))
      let titles = try test.store.items().map(\.title.string)
      let problems = try test.store.verify().problems
      guard isRefused, Set(titles) == ["before", "after"], titles.count == 2, problems.isEmpty
      else { exit(1) }
    }
  }
}
