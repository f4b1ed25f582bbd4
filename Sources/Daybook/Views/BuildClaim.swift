import DaybookEvents
import DaybookLog
import LMDB

/// Who is building some views: a builder that finds another token, or none, has been overtaken or
/// stopped, and writes no more.
///
/// > The next generation of a view holds rows only while the view is claimed.
///
/// Both begin in one transaction and end in one, so what a killed builder left bears its claim.
struct BuildClaim {
  private let keys: [[UInt8]]
  private let value: [UInt8]

  init(_ views: [ViewName], token: UInt64) {
    keys = views.map { MetaKey.build($0.rawValue) }
    value = Hexadecimal.bytes(token)
  }

  func stake(_ tables: LogTables, _ transaction: inout WriteTransaction) throws {
    for key in keys { try transaction.put(key, value, in: tables.meta) }
  }

  func withdraw(_ tables: LogTables, _ transaction: inout WriteTransaction) throws {
    for key in keys { _ = try transaction.delete(key, in: tables.meta) }
  }

  func stands(_ tables: LogTables, _ transaction: borrowing ReadTransaction) throws -> Bool {
    for key in keys where try transaction.bytes(in: tables.meta, for: key) != value {
      return false
    }
    return true
  }

  /// Stops every build that is not finished, whether its builder lives or was killed, and empties
  /// its generation: it holds what the log said when it was written.
  static func revokeAll(_ tables: LogTables, _ transaction: inout WriteTransaction) throws {
    let live = try ViewCatalog(tables, logs: [], transaction.reading).entries
    for view in ViewName.allCases
    where try transaction.delete(MetaKey.build(view.rawValue), in: tables.meta) {
      let next = ViewTable(view, generation: ViewEntry.generation(after: live[view]))
      try transaction.removeAll(in: next)
    }
  }
}
