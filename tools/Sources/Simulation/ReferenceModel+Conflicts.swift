import Daybook
package import DaybookEvents

/// A disagreement as the rules name it.
package struct ModelConflict: Hashable {
  package let key: ModelKey
  /// The writes in it, in no order.
  package let events: Set<EventName>

  package init(key: ModelKey, events: Set<EventName>) { (self.key, self.events) = (key, events) }
}

extension ReferenceModel {
  private static let live: [UInt8] = [1]
  private static let deleted: [UInt8] = [0]

  /// Registers with heads of different values, and deletions that did not observe a live member.
  package var conflicts: Set<ModelConflict> {
    var found = Set(
      heads.filter { isContested($0.key, $0.value) }.map {
        ModelConflict(key: $0.key, events: Set($0.value.map(\.name)))
      })
    for (key, writes) in heads where key.field.field == .life && !isContested(key, writes) {
      let deletions = writes.filter { $0.value == Self.deleted }
      let unseen = unseenMembers(of: key.row, deletions)
      guard !unseen.isEmpty else { continue }
      found.insert(
        ModelConflict(key: key, events: Set(deletions.map(\.name)).union(unseen.map(\.name))))
    }
    return found
  }

  private func isContested(_ key: ModelKey, _ writes: [ModelWrite]) -> Bool {
    let uncontested: [Field] = [
      .created, .source, .tagName, .answer, .buried, .cardNote, .seed, .retracted,
      .reviewDay,
    ]
    guard !uncontested.contains(key.field.field) else { return false }
    var counting = writes
    if key.field.field == .life, writes.contains(where: { !$0.isRuleMade }) {
      counting = writes.filter { !$0.isRuleMade }
    }
    let count: Int? =
      switch key.field.field {
      case .place, .noteTag: 1
      case .life: 17
      default: nil
      }
    return Set(counting.map { Array($0.value.prefix(count ?? .max)) }).count > 1
  }

  private func unseenMembers(of row: RowKey, _ deletions: [ModelWrite]) -> [ModelWrite] {
    deletions.flatMap { deletion in
      members(of: row).flatMap { member -> [ModelWrite] in
        let isKnown = member.contains {
          isObserved($0, by: deletion.command, at: deletion.index)
        }
        if isKnown { return [] }
        return member.filter { deletion.isRuleMade || !$0.isRuleMade }
      }
    }
  }

  /// For each live member of a thing, the heads that make it one.
  private func members(of row: RowKey) -> [[ModelWrite]] {
    heads.compactMap { key, writes in
      switch (row.kind, key.row.kind, key.field.field) {
      case (.collection, .membership, .place):
        guard isJoined(key.row.entity, into: row), winner(key)?.value.first == 1,
          value(RowKey(.item, key.row.other ?? key.row.entity), .life) == Self.live
        else { return nil }
        return writes.filter { $0.value.first == 1 }
      case (.deck, .card, .deck):
        guard value(key.row, .life) == Self.live, let deck = winner(key)?.value,
          let id = EntityID(bytes: deck), isJoined(id, into: row)
        else { return nil }
        return writes.filter { $0.value == deck }
      case (.deck, .deck, .life), (.collection, .collection, .life):
        guard key.row != row, isJoined(key.row.entity, into: row) else { return nil }
        return writes.filter { $0.value.first == 2 }
      case (.card, .reviews, .answer):
        let retraction = ModelKey(row: key.row, field: FieldKey(.retracted, key.field.part))
        return key.row.entity == row.entity && winner(retraction)?.value != [1] ? writes : nil
      case (.note, .reviews, .answer):
        let card = RowKey(.card, key.row.entity)
        let retraction = ModelKey(row: key.row, field: FieldKey(.retracted, key.field.part))
        guard value(card, .cardNote)?.prefix(16).elementsEqual(row.entity.bytes) ?? false,
          winner(retraction)?.value != [1]
        else { return nil }
        return writes
      default: return nil
      }
    }
  }

  /// Whether what is in a collection or deck is in another because it was joined into that, or into
  /// one that was; or whether it is that one.
  private func isJoined(_ id: EntityID, into row: RowKey) -> Bool {
    var (next, seen): (EntityID?, Set<EntityID>) = (id, [])
    while let id = next, seen.insert(id).inserted {
      if id == row.entity { return true }
      let life = value(RowKey(row.kind, id), .life) ?? []
      next = life.first == 2 ? EntityID(bytes: life[1..<17]) : nil
    }
    return false
  }
}
