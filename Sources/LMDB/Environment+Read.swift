import CLMDB

extension Environment {
  /// Runs `body` on one moment of the store. Never waits for writers.
  ///
  /// `body` may run again, if a table has to be opened first or another process has grown the
  /// map, so it must have no effects outside. Keep it short: pages a reader can see are not reused.
  ///
  /// - Throws: `readersFull`, `panic`, `corrupted`, and what `body` throws.
  package func read<Result>(
    _ body: (borrowing ReadTransaction) throws -> Result
  ) throws -> Result {
    var missing: String?
    for _ in 0..<Self.attemptLimit {
      switch try attemptRead(body) {
      case .finished(let result): return result
      case .again(let need): try provide(need, &missing)
      }
    }
    throw LMDBError(operation: .begin, kind: .badTransaction)
  }

  /// How often a body runs at most: for every table, every doubling, and races with other
  /// processes.
  static var attemptLimit: Int { 256 }

  private func attemptRead<Result>(
    _ body: (borrowing ReadTransaction) throws -> Result
  ) throws -> Attempt<Result> {
    gate.enter()
    defer { gate.leave() }
    let isOutermost = gate.depth == 1
    do {
      let begun = try begin(flags: UInt32(MDB_RDONLY))
      defer { begun.abort() }
      do {
        let result = try body(begun.reading)
        if let need = begun.scope.need { return .again(need) }
        return .finished(result)
      } catch {
        if let need = begun.scope.need { return .again(need) }
        throw error
      }
    } catch let error as LMDBError where error.kind == .mapResized && isOutermost {
      return .again(.currentMap)
    }
  }
}
