import DaybookSystem
import LMDB
import Synchronization
import TestSupport
import Testing

@Suite(.enabled(if: OtherProcess.isAvailable, "needs python3 and liblmdb.so.0"))
struct WriterLockTests {
  let directory: ScratchFolder

  init() throws { directory = try ScratchFolder() }

  private func holder() throws -> ChildProcess {
    let holder = try OtherProcess.start(OtherProcess.holdWriterLock, directory("store"))
    #expect(try holder.readExactly(5) == Array("held\n".utf8))
    return holder
  }

  @Test func `a write that waits too long names the process that writes`() throws {
    let noticed = Mutex<[Int32]>([])
    var options = Environment.Options()
    options.writerNoticeMilliseconds = 10
    options.writerTimeoutMilliseconds = 100
    options.onWriterBusy = { process in noticed.withLock { $0.append(process) } }
    let (environment, notes) = try Environment.make(at: directory("store"), options: options)
    let holder = try holder()
    let error = failure { try environment.put(notes, [1], [1]) }
    #expect(error?.kind == .writerBusy)
    #expect(error?.writer == holder.processIdentifier)
    #expect(noticed.withLock { $0 } == [holder.processIdentifier])
    #expect(try environment.rows(notes) == [])
    holder.closeInput()
    #expect(try holder.wait().isSuccess)
    try environment.put(notes, [1], [1])
  }

  @Test func `a write that waits goes on when the other process ends`() throws {
    let isNoticed = Atomic(false)
    var options = Environment.Options()
    options.writerNoticeMilliseconds = 0
    options.onWriterBusy = { _ in isNoticed.store(true, ordering: .relaxed) }
    let (environment, notes) = try Environment.make(at: directory("store"), options: options)
    let holder = try holder()
    let writer = Thread { try environment.put(notes, [1], [1]) }
    while !isNoticed.load(ordering: .relaxed) { pause() }
    holder.terminate()
    #expect(try holder.wait() == .signal(15))
    try writer.join()
    #expect(try environment.bytes(notes, [1]) == [1])
  }

  @Test func `reading does not wait for a writer`() throws {
    let (environment, notes) = try Environment.make(at: directory("store"))
    let holder = try holder()
    #expect(try environment.rows(notes) == [])
    holder.closeInput()
    #expect(try holder.wait().isSuccess)
  }
}
