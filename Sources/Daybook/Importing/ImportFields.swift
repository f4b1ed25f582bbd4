import DaybookEvents

/// The fields of an item one by one, as an import compares them: by their bytes. The parts of a
/// schedule count singly, so that a source that knows of dues alone does not touch the rest.
struct ImportFields {
  private static let due = FieldKey(.schedule, 1)
  private static let scheduled = FieldKey(.schedule, 2)
  private static let waitUntil = FieldKey(.schedule, 3)

  /// The registers that are compared as a whole.
  private static let whole = ItemChange.registers.map(\.field)
    .filter { $0 != .schedule && $0 != .source }

  /// The values said, by field.
  private(set) var values: [FieldKey: [UInt8]] = [:]
  private let source: ItemChange

  /// Takes apart what a source says.
  init(_ source: ItemChange) {
    self.source = source
    for field in Self.whole { values[FieldKey(field)] = source[field] }
    values[Self.due] = source.schedule?.due?.encoded
    values[Self.scheduled] = source.schedule?.scheduled?.encoded
    values[Self.waitUntil] = source.schedule?.waitUntil?.encoded
    for extra in source.extras { values[FieldKey(.extra, extra.part)] = extra.value }
  }

  /// A value as the source says it, or the default where it says nothing.
  func value(_ key: FieldKey) -> [UInt8] { values[key] ?? key.field.schema.unwrittenValue }

  /// What a field holds here.
  static func present(_ key: FieldKey, _ record: Record) -> [UInt8] {
    guard let value = record[register(key)]?.winner?.value else {
      return key.field.schema.unwrittenValue
    }
    switch key.field {
    case .schedule:
      let schedule = Schedule(reading: value)
      let part =
        switch key {
        case due: schedule.due
        case scheduled: schedule.scheduled
        default: schedule.waitUntil
        }
      return part?.encoded ?? []
    case .extra: return ExtraField(reading: value)?.value ?? []
    default: return value
    }
  }

  /// Whether a person and not a rule wrote what a field holds here.
  ///
  /// An import that writes one part of a schedule writes all of it, and a person's other part with
  /// it: who wrote the register last says nothing about a part. So one is an import's only where it
  /// is what a source said last.
  ///
  /// - Parameter seen: what imports saw of the item.
  static func isPersonal(_ key: FieldKey, _ record: Record, _ seen: SourceRecords) -> Bool {
    guard let winner = record[register(key)]?.winner else { return false }
    guard winner.isRuleMade, key.field == .schedule else { return !winner.isRuleMade }
    return seen.isAnything && !seen.lastSaid(present(key, record), of: key)
  }

  /// The writes that hold what a person wrote of an item: those that are no rule's, and one of a
  /// schedule by an import that a person wrote a part of.
  static func personalHeads(_ record: Record) -> [Head] {
    let seen = SourceRecords(reading: record.value(.source))
    let isSchedule = [due, scheduled, waitUntil].contains { isPersonal($0, record, seen) }
    return record.registers.flatMap { key, register in
      register.heads.filter { head in
        !head.isRuleMade || isSchedule && key.field == .schedule && head == register.winner
      }
    }
  }

  /// Whether what is here is what the source says. A source that does not say when something was
  /// finished agrees with any time.
  func agrees(_ key: FieldKey, with present: [UInt8]) -> Bool {
    let value = value(key)
    guard key.field == .status, value != present else { return value == present }
    let said = ItemChange.StatusChange(reading: value)
    return said?.completedAt == nil
      && said?.status == ItemChange.StatusChange(reading: present)?.status
  }

  /// The change that writes some of the fields, on top of what is here.
  func change(writing keys: [FieldKey], on record: Record) -> ItemChange {
    var change = ItemChange()
    var schedule = Schedule(reading: record.value(.schedule) ?? [])
    for key in keys {
      switch key.field {
      case .schedule:
        switch key {
        case Self.due: schedule.due = source.schedule?.due
        case Self.scheduled: schedule.scheduled = source.schedule?.scheduled
        default: schedule.waitUntil = source.schedule?.waitUntil
        }
        change.schedule = schedule
      case .extra: change.extras += extra(key.part, record).map { [$0] } ?? []
      default: if Self.whole.contains(key.field) { change[key.field] = value(key) }
      }
    }
    return change
  }

  /// An extra field as the source has it, or its removal.
  private func extra(_ part: UInt128, _ record: Record) -> ExtraField? {
    if let extra = source.extras.first(where: { $0.part == part }) { return extra }
    let present = record[FieldKey(.extra, part)]?.winner.flatMap { ExtraField(reading: $0.value) }
    return present.map { ExtraField(name: $0.name, value: []) }
  }

  /// The register that holds a field.
  static func register(_ key: FieldKey) -> FieldKey {
    key.field == .schedule ? FieldKey(.schedule) : key
  }

  /// What the registers of some fields would hold, had the source its way about them and others.
  func registers(
    of keys: [FieldKey], writing others: [FieldKey], on record: Record
  ) -> [FieldKey: [UInt8]] {
    let change = change(writing: keys + others, on: record)
    var values: [FieldKey: [UInt8]] = [:]
    for key in keys.map(Self.register) {
      values[key] =
        key.field == .extra
        ? change.extras.first { $0.part == key.part }?.encoded : change[key.field]
    }
    return values
  }
}
