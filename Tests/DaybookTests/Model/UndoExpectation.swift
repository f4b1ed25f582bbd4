import Daybook
import DaybookEvents
import Simulation

/// What a register must show once a command was taken back, by the rules of the design: what it
/// shows in the history without the command where that command's write is all there is, else what
/// it showed before.
struct UndoExpectation {
  enum Shown {
    /// What the history without the command shows.
    case past
    /// What showed before.
    case present
    /// One of these or what was known where the command was written, as what is in other things
    /// and what was taken back meanwhile decide.
    case either
    /// What the history without the command shows if this thing is there then, else what showed
    /// before: what is deleted gets its fields back only when it comes back with them.
    case withThing(ModelKey)
    /// This.
    case value([UInt8])
  }

  private let number: Int
  private let keys: Set<ModelKey>
  private let with: ReferenceModel
  private let without: ReferenceModel
  /// What was known where the command was written.
  let known: ReferenceModel

  /// The commands that take others back.
  private let undoings: Set<Int>

  init(
    _ number: Int, _ keys: Set<ModelKey>, _ with: ReferenceModel, _ without: ReferenceModel,
    undoings: Set<Int>
  ) {
    self.undoings = undoings
    known = ReferenceModel(with.commands, applied: with.commands[number].observed, erased: [])
    self.number = number
    self.keys = keys
    self.with = with
    self.without = without
  }

  func of(_ key: ModelKey) -> Shown {
    let field = key.field.field
    if field == .retracted, let answer = answer(of: key), keys.contains(answer) {
      return without.heads[answer] == nil ? .value([1]) : keys.contains(key) ? own(key) : .present
    }
    guard keys.contains(key) else { return .present }
    if isWithdrawn(key) { return withdrawn(key) }
    // Of an answer that goes, nothing else is said.
    if field == .reviewDay, let answer = answer(of: key), keys.contains(answer),
      without.heads[answer] == nil
    {
      return .present
    }
    switch field {
    case .created, .tagName, .answer, .customKind: return .present
    case .life: return life(key)
    default: return isMade(key) ? .present : own(key)
    }
  }

  /// A field of something that was there before.
  private func own(_ key: ModelKey) -> Shown {
    let field = key.field.field
    guard isOnly(key) else { return overwritten(key) }
    if key.row.kind == .noteType, without.value(key.row, .definition) == nil { return .present }
    if without.heads[key] == nil, field == .deck || field == .noteType || field == .cardNote {
      return .present
    }
    if [RowKind.membership, .reviews].contains(key.row.kind) { return .past }
    let life = ModelKey(row: key.row, field: FieldKey(.life))
    guard key.row.kind != .noteType, let shown = with.value(key.row, .life), shown != [1] else {
      return .past
    }
    return keys.contains(life) ? .withThing(life) : .present
  }

  private func life(_ key: ModelKey) -> Shown {
    guard key.row.kind != .noteType else { return .present }
    guard isOnly(key) else { return overwritten(key) }
    guard without.value(key.row, .life) != [1] else { return .past }
    let isAlone = with.heads.filter { about($0.key) == key.row.entity }
      .allSatisfy { $0.value.allSatisfy { $0.command == number } }
    return isAlone && [RowKind.item, .card, .custom].contains(key.row.kind) ? .past : .either
  }

  /// Whether the command wrote nothing to a register itself, but withdrew writes from it.
  private func isWithdrawn(_ key: ModelKey) -> Bool {
    with.commands[number].events.allSatisfy { event in
      !event.writes(event.header, event.name).contains { $0.key == key }
    }
  }

  /// A register that the command withdrew writes from: they count again where nothing was written
  /// since, and the thing, if the register is one of its fields, is there to be written to.
  private func withdrawn(_ key: ModelKey) -> Shown {
    let observed = with.commands[number].observed
    let isUnwritten = with.heads[key]?.allSatisfy { observed.contains($0.command) } ?? false
    guard isUnwritten else { return .either }
    let isThere = with.value(key.row, .life).map { $0 == Life.live } ?? true
    return key.field.field == .life || isThere ? .past : .either
  }

  /// A field that something else has written to. Of what was written by taking back, what that
  /// took back decides; a write of what is to be restored is in nobody's way.
  private func overwritten(_ key: ModelKey) -> Shown {
    let others = (with.heads[key] ?? []).filter { $0.command != number }
    let restored = known.winner(key)?.value
    return others.allSatisfy { other in
      let cleared = key.field.field == .life ? [0] : key.field.field.schema.cleared(of: other.value)
      return undoings.contains(other.command) || other.value == restored ?? cleared
    } ? .either : .present
  }

  /// Whether the command's write is the only head.
  private func isOnly(_ key: ModelKey) -> Bool {
    with.heads[key]?.allSatisfy { $0.command == number } ?? false
  }

  /// Whether the command made the thing that a register is of: then it goes as a whole.
  private func isMade(_ key: ModelKey) -> Bool {
    let kinds: [RowKind] = [.item, .collection, .deck, .card, .note, .custom]
    return kinds.contains { kind in
      let life = ModelKey(row: RowKey(kind, about(key)), field: FieldKey(.life))
      return keys.contains(life) && known.heads[life] == nil
    }
  }

  /// The thing whose events write a register.
  private func about(_ key: ModelKey) -> EntityID { key.row.other ?? key.row.entity }

  private func answer(of key: ModelKey) -> ModelKey? {
    let answer = ModelKey(row: key.row, field: FieldKey(.answer, key.field.part))
    return isMade(key) ? nil : answer
  }
}
