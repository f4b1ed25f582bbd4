import DaybookEvents
import LMDB
import DaybookText

/// Registers of which a thing has many: fields of other programs, fields of a note, options of a
/// deck, tags.
extension ThingPlan {
  /// One of them, and what it is to hold.
  struct Part {
    let key: FieldKey
    let value: [UInt8]
  }

  /// A tag to put on or take off.
  struct TagChange {
    let name: String
    let isOn: Bool
  }

  /// Those the source has.
  var saidParts: [Part] {
    var parts = (thing.extras ?? []).map {
      Part(key: FieldKey(.extra, $0.part), value: $0.encoded)
    }
    for (index, field) in (thing.noteFields ?? []).enumerated() {
      parts.append(Part(key: FieldKey(.noteField, UInt128(index)), value: field.value))
    }
    for named in thing.custom ?? [] {
      parts.append(Part(key: FieldKey(.customValue, named.part), value: named.encoded))
    }
    for option in thing.options ?? [] {
      let part = DeckOptionName.part(of: option.name)
      parts.append(Part(key: FieldKey(.option, part), value: option.encoded))
    }
    return parts
  }

  /// The removal of those that only an import put here and the source has no more.
  var vanishedParts: [Part] {
    let said = Set(saidParts.map(\.key))
    return record.registers.compactMap { key, register in
      guard !said.contains(key), let winner = register.winner, winner.isRuleMade else {
        return nil
      }
      return vanished(key, winner.value).map { Part(key: key, value: $0) }
    }
  }

  /// What a register is to hold that the source has no more; nil where it says nothing of such,
  /// and where there is nothing to remove.
  private func vanished(_ key: FieldKey, _ value: [UInt8]) -> [UInt8]? {
    switch key.field {
    case .extra where thing.extras != nil:
      guard let extra = ExtraField(reading: value), !extra.value.isEmpty else { return nil }
      return ExtraField(name: extra.name, value: []).encoded
    case .customValue where thing.custom != nil:
      guard let named = NamedCustomValue(reading: value.span), named.value != .none else {
        return nil
      }
      return NamedCustomValue(name: named.name, value: .none).encoded
    case .noteField where thing.noteFields != nil:
      return value.isEmpty ? nil : []
    case .option where thing.options != nil:
      guard let option = DeckOptionValue(reading: value), !option.value.isEmpty else {
        return nil
      }
      return DeckOptionValue(name: option.name, value: "").encoded
    default: return nil
    }
  }

  /// All tags of the source.
  var newTags: [TagChange] {
    Tag.distinct(thing.tags ?? []).map { TagChange(name: $0, isOn: true) } + unusedTags
  }

  /// What makes the tags known here that nothing has in the source any more, by putting them on and
  /// taking them off again; not where anything was said of them before.
  private var unusedTags: [TagChange] {
    let used = Set((thing.tags ?? []).map { Tag.id($0) })
    return Tag.distinct(thing.unusedTags)
      .filter { name in
        let id = Tag.id(name)
        return !Tag.isNameless(name) && !used.contains(id)
          && record[FieldKey(.tag, id.rawValue)] == nil
      }
      .flatMap { [TagChange(name: $0, isOn: true), TagChange(name: $0, isOn: false)] }
  }

  /// Tags of the source that are not on, and those that only an import put on. A tag that a
  /// person put on or took off stays so.
  func tagChanges(
    _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> [TagChange] {
    guard let names = thing.tags.map(Tag.distinct) else { return unusedTags }
    let field: Field = thing.kind == .note ? .noteTag : .tag
    func head(_ tag: EntityID) -> Head? { record[FieldKey(field, tag.rawValue)]?.winner }
    let added = names.filter { name in
      guard let head = head(Tag.id(name)) else { return true }
      return head.value.first != 1 && (head.isRuleMade || force)
    }
    let wanted = Set(names.map { Tag.id($0).rawValue })
    let removed = record.registers.compactMap { key, register in
      key.field == field && !wanted.contains(key.part) && register.winner?.value.first == 1
        && register.winner?.isRuleMade == true ? key : nil
    }
    return added.map { TagChange(name: $0, isOn: true) }
      + (try removed.map { key in
        TagChange(
          name: try moment.tagName(EntityID(rawValue: key.part), of: record[key], transaction),
          isOn: false)
      }) + unusedTags
  }

  /// Whether there is a register for what imports last saw of the thing.
  var remembersSources: Bool { thing.kind.schema.fields.contains(.source) }

  /// The register `source`: what is remembered of other sources here, else there.
  func source(editedAt: ZonedTime?) -> [UInt8]? {
    guard remembersSources else { return nil }
    var here = SourceRecords(reading: record.value(.source))
    here.keepOffers(undecided)
    var records =
      here.encodedRecords == nil ? SourceRecords(reading: thing.values[.source]) : here
    records.editedAt = editedAt
    let bytes = records.encoded
    return bytes.isEmpty && record.value(.source) == nil ? nil : bytes
  }
}

extension Moment {
  /// The name of a tag: of a note's, its register says it.
  fileprivate func tagName(
    _ tag: EntityID, of register: Register?, _ transaction: borrowing ReadTransaction
  ) throws -> String {
    let value = register?.winner?.value ?? []
    guard value.count <= 1 else {
      return String(decoding: NoteTag(reading: value).name, as: UTF8.self)
    }
    return try tagName(tag, transaction)
  }
}
