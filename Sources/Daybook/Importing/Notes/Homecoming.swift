import DaybookEvents
import DaybookLog
import LMDB

/// How something that was made here, went out by an export and comes back from another program
/// stands to what it is here now.
///
/// The other program says when it was last changed, to the second, and an export tells it when it
/// was last changed here: so a time that was one of ours says that nobody changed it there.
enum Homecoming {
  /// Changed there after it was last changed here.
  case changedLater
  /// As it was here at some time.
  case asItWentOut
  /// Changed there before it was last changed here, and maybe not in knowledge of each other.
  case unclear

  init(
    of id: EntityID, _ record: Record, modifiedAt: Int64?, _ moment: Moment,
    _ transaction: borrowing ReadTransaction
  ) throws {
    guard let there = modifiedAt.map({ $0 / 1000 }) else {
      self = .unclear
      return
    }
    let heads = record.registers.flatMap(\.register.heads)
    let personal = heads.filter { !$0.isRuleMade }
    let here = (personal.isEmpty ? heads : personal).map(\.recordedAt).max() ?? 0
    guard there <= here / 1000 else {
      self = .changedLater
      return
    }
    var isOurs = false
    try moment.log.scanHistory(of: id, transaction) { event, _ in
      isOurs = event.header.recordedAt / 1000 == there
      return isOurs ? .stop : .next
    }
    self = isOurs ? .asItWentOut : .unclear
  }
}
