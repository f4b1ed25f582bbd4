import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Counts the open transactions of a process by thread, and keeps them out while the map moves.
///
/// LMDB does not check that no transaction is open when the map is resized or a table's handle
/// closed: it would read freed memory. A thread that is inside may enter again, or it would wait
/// for itself.
final class TransactionGate: Sendable {
  private struct Visitor {
    let thread: UInt
    var depth: Int
  }

  private struct State {
    var visitors: [Visitor] = []
    var exclusiveThread: UInt?
  }

  private let state = Mutex(State())

  /// The calling thread, as a number.
  static var currentThread: UInt {
    #if canImport(Glibc)
      UInt(pthread_self())
    #else
      UInt(bitPattern: pthread_self())
    #endif
  }

  /// How many transactions the calling thread has open.
  var depth: Int {
    let thread = Self.currentThread
    return state.withLock { state in
      state.visitors.first { $0.thread == thread }?.depth ?? 0
    }
  }

  /// Waits until the map may be used, and keeps it where it is until ``leave()``.
  func enter() {
    let thread = Self.currentThread
    Self.wait {
      state.withLock { state in
        if let index = state.visitors.firstIndex(where: { $0.thread == thread }) {
          state.visitors[index].depth += 1
          return true
        }
        guard state.exclusiveThread == nil || state.exclusiveThread == thread else { return false }
        state.visitors.append(Visitor(thread: thread, depth: 1))
        return true
      }
    }
  }

  /// Ends what ``enter()`` began, on the same thread.
  func leave() {
    let thread = Self.currentThread
    state.withLock { state in
      guard let index = state.visitors.firstIndex(where: { $0.thread == thread }) else {
        preconditionFailure("a transaction ended on another thread than it began")
      }
      state.visitors[index].depth -= 1
      if state.visitors[index].depth == 0 { state.visitors.swapAt(index, state.visitors.count - 1) }
      if state.visitors.last?.depth == 0 { state.visitors.removeLast() }
    }
  }

  /// Runs `body` once no transaction of this process is open, and lets none begin meanwhile.
  ///
  /// - Precondition: The calling thread has none open.
  func exclusively<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let thread = Self.currentThread
    precondition(depth == 0, "this needs every transaction closed, and this thread has one open")
    Self.wait {
      state.withLock { state in
        guard state.exclusiveThread == nil else { return false }
        state.exclusiveThread = thread
        return true
      }
    }
    defer { state.withLock { $0.exclusiveThread = nil } }
    Self.wait { state.withLock { $0.visitors.isEmpty } }
    return try body()
  }

  /// Polls, from 50 microseconds up to 5 milliseconds: what it waits for is rare and short.
  private static func wait(until isReady: () -> Bool) {
    var microseconds: UInt32 = 50
    while !isReady() {
      usleep(microseconds)
      microseconds = min(microseconds * 2, 5_000)
    }
  }
}
