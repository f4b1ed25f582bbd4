public import DaybookEvents
import DaybookLog
public import DaybookText

/// A machine of which nothing was here before a merge. Its events are taken over, since nobody has
/// said who belongs to this daybook; so a person is told who came.
public struct FirstContact: Equatable, Sendable {
  /// Its id, which follows from its key.
  public let replica: ReplicaID
  /// What it calls itself.
  public let name: Text
  /// The 32 bytes of its public key, with which its events are signed.
  public let publicKey: [UInt8]
}

extension LogState {
  /// The replicas whose events are here and of which an earlier state knew nothing.
  func firstContacts(since before: LogState) -> [FirstContact] {
    var known = Set(before.logs.map(\.replica))
    return logs.compactMap { log in
      guard log.headName != nil, known.insert(log.replica).inserted else { return nil }
      return FirstContact(
        replica: log.replica, name: Text(bytes: log.name), publicKey: log.publicKey)
    }
  }
}
