/// How a write transaction ends, and with what.
package enum TransactionEnd<Result> {
  /// What was written is kept.
  case commit(Result)
  /// What was written is given up.
  case giveUp(Result)

  /// What it ends with.
  var result: Result {
    switch self {
    case .commit(let result), .giveUp(let result): result
    }
  }
}
