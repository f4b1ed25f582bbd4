package import DaybookEvents
import LMDB
package import DaybookText

/// A name that several live collections or decks bear, since machines that did not know of each
/// other made one each.
package struct DoubledName: Equatable, Sendable {
  /// What they are.
  package let kind: ThingKind
  /// What they are called.
  package let name: Text
  /// The oldest first.
  package let ids: [EntityID]
  /// Their short ids.
  package let handles: [String]
}

extension Moment {
  /// The names that are borne by several since something was made, brought back or renamed.
  func doubledNames(
    since effects: ViewEffects, _ transaction: borrowing ReadTransaction
  ) throws -> [DoubledName] {
    let named = effects.overwritten.filter { $0.name.field.field == .name }.map(\.name.row)
    var found: [DoubledName] = []
    for row in effects.added + named where row.kind == .collection || row.kind == .deck {
      guard let kind = row.kind.thing else { continue }
      let name = Text(bytes: try catalog.record(row, transaction).value(.name) ?? [])
      let ids = try allNamed(name.string, kind, transaction)
      guard ids.count > 1, ids.contains(row.entity), !found.contains(where: { $0.ids == ids })
      else { continue }
      found.append(
        DoubledName(
          kind: kind, name: name, ids: ids,
          handles: try ids.map { try shortHandle($0, transaction) }))
    }
    return found
  }
}
