import DaybookEvents

extension LogWriter {
  /// Gives the logs of an identity its name, as others will hear it; ``finish(_:)`` keeps it.
  package mutating func rename(_ identity: StoreIdentity) {
    for number in state.numbers(of: identity.replica) {
      state.logs[Int(number)].name = identity.name
      noteChange(of: number)
    }
  }
}
