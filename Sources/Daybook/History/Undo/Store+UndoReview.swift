import DaybookLog

extension Store {
  /// Takes back the last review that this replica made and has not taken back, and with it that
  /// the card was suspended as a leech by it.
  ///
  /// - Returns: the card it was a review of, as it stands afterwards; nil when there is none.
  public func undoReview() throws -> Card? {
    let last = try read { moment, transaction in
      try moment.lastReview(of: try StoreIdentity(tables, transaction).replica, transaction)
    }
    guard let last else { return nil }
    try undo(last.event, UndoOptions(policy: .leave, isAlone: true))
    return try card(last.card)
  }
}
