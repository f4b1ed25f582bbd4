import DaybookEvents
import DaybookLog
import DaybookSystem
import LMDB

/// Why a store goes on under a new id.
public enum NewIdentityReason: Equatable, Sendable {
  /// It lost events that it had written, and would write others under their names.
  case rolledBack
  /// It lies in another place than where it was last written to: it may be a copy, and the other
  /// may go on writing.
  case copied
  /// Its clock was corrected: the log before is dated anew, and the next one begins on time.
  case clockCorrected
}

extension StoreOptions {
  /// A new id and key, drawn from the random source.
  func newIdentity(name: [UInt8]) -> StoreIdentity {
    var random = random()
    return StoreIdentity(key: ReplicaKey(random: &random), name: name)
  }
}

/// A store goes on under a new id where going on under its own could make two different events of
/// one name. Three signs tell: it lies elsewhere than where it was last written to (`meta`'s home,
/// seen at writing); the witness beside it speaks of more events than it holds (seen at opening);
/// and events come in under its own id that it did not write (seen at merging). Besides, after its
/// clock was corrected, and after it was restored from a backup.
extension Store {
  /// Under which identity commands are written now: the store's own, or a new one where going on
  /// under the own could make two different events of one name, or date events wrong.
  ///
  /// A new id costs nothing: the old log stays as it is, and the new one begins with what was
  /// observed of it. So when in doubt, as on a disk that was given another number, a new one is
  /// taken; what decides is local and needs no agreement.
  func writingIdentity(
    for drafts: [EventDraft], _ writer: inout LogWriter, now: Int64,
    _ transaction: inout WriteTransaction
  ) throws -> (identity: StoreIdentity, reason: NewIdentityReason?) {
    let own = try StoreIdentity(tables, transaction.reading)
    let reason: NewIdentityReason
    if try takeHome(&transaction) {
      reason = .copied
    } else if isCorrected(own.replica, by: drafts, writer.state, now: now) {
      reason = .clockCorrected
      writer.resetClock(now: now)
    } else {
      return (own, nil)
    }
    let isCopy = reason == .copied
    return (try renewIdentity(isCopy: isCopy, &transaction).new, reason)
  }

  /// Goes on under a new id and key: the one way to that, in the transaction that found the need
  /// of it, so that nothing can be written under the old one in between.
  ///
  /// - Parameters:
  ///   - name: what people call the replica from now on; nil keeps its name.
  ///   - isCopy: whether another copy may go on as well: then its name tells it from that one.
  @discardableResult
  func renewIdentity(
    name: [UInt8]? = nil, isCopy: Bool = false, _ transaction: inout WriteTransaction
  ) throws -> (former: StoreIdentity, new: StoreIdentity) {
    let former = try StoreIdentity(tables, transaction.reading)
    var new = options.newIdentity(name: name ?? former.name)
    if isCopy { new.name = Self.name(former.name, ofCopy: new.replica) }
    try new.store(tables, &transaction)
    return (former, new)
  }

  /// The name of a copy: that of the store with the beginning of the copy's own id, such as
  /// `laptop (4a7b)`. Of a copy of a copy only the last id stays.
  private static func name(_ name: [UInt8], ofCopy replica: ReplicaID) -> [UInt8] {
    var base = String(decoding: name, as: UTF8.self)
    base.replace(#/ \([0-9a-f]{4}\)$/#, with: "")
    return Array("\(base) (\(replica.description.prefix(4)))".utf8)
  }

  /// Whether drafts correct a replica's clock, or that has been done and it still runs ahead.
  private func isCorrected(
    _ replica: ReplicaID, by drafts: [EventDraft], _ state: LogState, now: Int64
  ) -> Bool {
    let entity = ClockCorrection.entity(of: replica)
    if drafts.contains(where: { $0.kind == .clockCorrected && $0.entity == entity }) {
      return true
    }
    return HybridClock.isFuture(state.clock.last, now: now)
      && state.logs.contains { $0.replica == replica && $0.shift != nil }
  }

  /// Remembers where the store lies.
  ///
  /// - Returns: whether it was last written to in another place.
  func takeHome(_ transaction: inout WriteTransaction) throws -> Bool {
    guard let home else { return false }
    let known = try transaction.reading.bytes(in: tables.meta, for: MetaKey.home)
    guard known != home else { return false }
    try transaction.put(MetaKey.home, home, in: tables.meta)
    return known != nil
  }

  /// A digest of where a store's directory lies; nil where that cannot be told.
  public static func home(of path: String) -> [UInt8]? {
    Host.place(ofDirectory: path).map { place in
      var digest = Digest()
      digest.update(place)
      return digest.finalize()
    }
  }
}
