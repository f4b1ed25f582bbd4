import Daybook
import DaybookEvents
import DaybookLog
import DaybookSystem

/// A conversation with the daybook on another machine, through the program that leads there.
package final class PeerSession: FrameSource {
  /// How much of what is not understood is listened to, for its end to say more.
  private static let overheard = 1 << 20

  private let host: String
  private let child: ChildProcess
  private var source: ChildSource
  private var isOver = false
  /// Why the other side says nothing more; nil while it does, and where it was not asked to.
  private(set) var failure: RemoteError?

  /// Begins one.
  ///
  /// - Throws: ``RemoteError``.
  init(_ host: String, through program: String, _ arguments: [String]) throws {
    self.host = host
    do {
      child = try ChildProcess(starting: program, arguments)
    } catch {
      throw RemoteError.noProgram(program)
    }
    source = ChildSource(child: child)
  }

  /// Says something.
  ///
  /// - Throws: ``RemoteError``.
  func send(_ kind: Frame.Kind, _ content: [UInt8] = []) throws {
    try send(Frame(kind, content).bytes)
  }

  /// Sends bytes of frames.
  func send(_ bytes: [UInt8]) throws {
    if let failure { throw failure }
    // How the other side ended says more than that nothing can be written to it.
    guard let isRead = try? child.write(bytes), isRead else { throw try ended() }
  }

  /// The next bytes of what the other side says.
  ///
  /// - Throws: ``RemoteError`` where it ended: it has to say when it does.
  package func read(_ count: Int) throws -> [UInt8] {
    // How the other side ended says more than that nothing can be read of it.
    guard let bytes = try? source.read(count), bytes.count == count else { throw try ended() }
    return bytes
  }

  /// Hears something of one kind.
  func next(_ kind: Frame.Kind) throws -> HeadList {
    try understanding { session in
      guard let frame = try Frame(from: &session), frame.kind == kind else {
        throw LogError.exchangeFailed
      }
      return try HeadList(reading: frame.content)
    }
  }

  /// Takes the files that the other side sends; how many are kept.
  func receiveFiles(into store: Store) throws -> Int {
    try understanding { try Exchange.receive(&$0, into: store) }
  }

  /// What cannot be understood ends the conversation as silence does.
  private func understanding<Heard>(_ hear: (inout PeerSession) throws -> Heard) throws -> Heard {
    var session = self
    do {
      return try hear(&session)
    } catch is LogError {
      // Whoever goes on talking hears no end, and would wait to be read.
      child.closeInput()
      _ = try? child.readExactly(Self.overheard)  // it may have ended
      child.terminate()
      throw try ended()
    }
  }

  /// Ends the conversation, and waits for the other side to do so.
  func close() throws {
    guard !isOver else { return }
    isOver = true
    _ = try? child.write(Frame(.end).bytes)  // it may be gone
    child.closeInput()
    _ = try child.wait()
  }

  /// Why the other side says nothing more.
  private func ended() throws -> RemoteError {
    if let failure { return failure }
    isOver = true
    child.closeInput()
    let reason: RemoteError =
      switch try child.wait() {
      case .status(255):
        Host.hasNetwork() ? .hostUnreachable(host: host) : .offline(host: host)
      case .status(127): .noDaybook(host: host)
      case .status(0), .signal: .interrupted(host: host)
      case .status: .refused(host: host)
      }
    failure = reason
    return reason
  }
}
