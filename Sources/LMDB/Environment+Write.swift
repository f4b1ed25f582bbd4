import Synchronization

extension Environment {
  /// Runs `body` and commits what it wrote, durably; if it throws, nothing was written.
  ///
  /// Waits for other writers, for those of other processes as long as the options say. `body`
  /// may run again, after the map grew or a table was opened, so it must have no effects outside.
  ///
  /// - Precondition: The calling thread is in no other transaction of this environment. The body
  ///   may read the state before it with ``read(_:)``, but not write.
  /// - Throws: `notWritable`, `networkFileSystem`, `writerBusy`, `mapFull`, `diskFull`, `ioError`,
  ///   `panic`, and what `body` throws. After `ioError` or `panic` of a commit, call ``reopen()``
  ///   and look whether it was written.
  package func write<Result>(
    _ body: (inout WriteTransaction) throws -> Result
  ) throws -> Result {
    try asWriter(.begin) { try writeInTurn(body) }
  }

  /// The same, with a body that says in the end whether what it wrote is kept.
  package func write<Result>(
    ending body: (inout WriteTransaction) throws -> TransactionEnd<Result>
  ) throws -> Result {
    try asWriter(.begin) { try writeInTurn(ending: body) }
  }

  /// Runs `body` as ``write(_:)`` does, and gives up what it wrote.
  package func rehearse<Result>(
    _ body: (inout WriteTransaction) throws -> Result
  ) throws -> Result {
    try write(ending: { .giveUp(try body(&$0)) })
  }

  /// The same, unless somebody else writes at the moment or this thread is in a transaction: then
  /// nothing is done, and nobody waits.
  ///
  /// - Returns: what `body` returned; nil where it was not run.
  package func writeIfFree<Result>(
    _ body: (inout WriteTransaction) throws -> Result
  ) throws -> Result? {
    guard !isNetwork, !isReadOnly, gate.depth == 0 else { return nil }
    var options = options
    (options.writerTimeoutMilliseconds, options.onWriterBusy) = (0, nil)
    var result: Result?
    _ = try writer.withLockIfAvailable { _ in
      writingThread.store(TransactionGate.currentThread, ordering: .relaxed)
      defer { writingThread.store(0, ordering: .relaxed) }
      do throws(LMDBError) {
        try writerLock.acquire(options)
      } catch {
        guard error.kind == .writerBusy else { throw error }
        return
      }
      defer { writerLock.release() }
      result = try writeInTurn(body)
    }
    return result
  }

  /// The same, by a thread that is the writer already.
  func writeInTurn<Result>(_ body: (inout WriteTransaction) throws -> Result) throws -> Result {
    try writeInTurn(ending: { .commit(try body(&$0)) })
  }

  private func writeInTurn<Result>(
    ending body: (inout WriteTransaction) throws -> TransactionEnd<Result>
  ) throws -> Result {
    var missing: String?
    for _ in 0..<Self.attemptLimit {
      switch try attemptWrite(body) {
      case .finished(let result): return result
      case .again(let need): try provide(need, &missing)
      }
    }
    throw LMDBError(operation: .begin, kind: .badTransaction)
  }

  /// Runs `body` while no other thread or process writes.
  func asWriter<Result>(
    _ operation: LMDBError.Operation, _ body: () throws -> Result
  ) throws -> Result {
    if isNetwork { throw LMDBError(operation: operation, kind: .networkFileSystem) }
    if isReadOnly { throw LMDBError(operation: operation, kind: .notWritable) }
    let thread = TransactionGate.currentThread
    precondition(
      writingThread.load(ordering: .relaxed) != thread, "a write inside a write cannot begin")
    precondition(gate.depth == 0, "a write inside a read cannot begin")
    var result: Result?
    try writer.withLock { _ in
      writingThread.store(thread, ordering: .relaxed)
      defer { writingThread.store(0, ordering: .relaxed) }
      try writerLock.acquire(options)
      defer { writerLock.release() }
      result = try body()
    }
    guard let result else { preconditionFailure("a body ended without result or error") }
    return result
  }

  private func attemptWrite<Result>(
    _ body: (inout WriteTransaction) throws -> TransactionEnd<Result>
  ) throws -> Attempt<Result> {
    gate.enter()
    defer { gate.leave() }
    let begun: BegunTransaction
    do throws(LMDBError) {
      begun = try begin(flags: 0)
    } catch {
      guard error.kind == .mapResized else { throw error }
      return .again(.currentMap)
    }
    let end: TransactionEnd<Result>
    do {
      var transaction = WriteTransaction(reading: begun.reading)
      end = try body(&transaction)
    } catch {
      begun.abort()
      if let need = begun.scope.need { return .again(need) }
      throw error
    }
    if let need = begun.scope.need {
      begun.abort()
      return .again(need)
    }
    guard case .commit(let result) = end else {
      begun.abort()
      return .finished(end.result)
    }
    do throws(LMDBError) {
      try commit(begun)
      return .finished(result)
    } catch {
      guard error.kind == .mapFull else { throw error }
      return .again(.largerMap)
    }
  }
}
