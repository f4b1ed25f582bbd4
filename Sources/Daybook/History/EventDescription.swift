import DaybookEvents
package import DaybookLog
import DaybookMigrations

/// What an event says, field by field, in the words of the registers it writes.
package struct EventDescription: Sendable {
  /// One field.
  package struct Entry: Equatable, Sendable {
    /// Its name; of a tag, `tag`; of another program's field, that program's name.
    package let name: String
    /// What was written.
    package let value: FieldValue
    /// Whether it is a field of another program, whose names may be the same as ours.
    package var isForeign = false
  }

  /// The fields, in order; empty for an event that only puts away or brings back.
  package let entries: [Entry]
  /// Whether it folds to nothing here.
  package let isSilent: Bool

  /// Describes an event.
  package init(_ event: AppliedEvent) {
    if let correction = event.withPayload({ ClockCorrection(event.header, $0) }) ?? nil {
      (isSilent, entries) = (false, Self.entries(correction))
      return
    }
    if let note = event.undoNote {
      isSilent = false
      entries = note.entries
      return
    }
    let writes = Reducer.writes(of: event)
    isSilent = writes.isEmpty
    entries = writes.compactMap { write in
      switch write.field.field {
      case .life, .created, .tagName: return nil
      case .tag:
        let name = writes.first { $0.field.field == .tagName }?.value
        return Entry(
          name: "tag", value: .text(Text(bytes: name ?? Self.tagName(event) ?? [])))
      case .extra:
        return Entry(
          name: ExtraField(reading: write.value)?.name ?? "extra",
          value: FieldValue(write.field, write.value), isForeign: true)
      case .setting:
        return Entry(
          name: SettingValue(reading: write.value)?.name ?? "setting",
          value: FieldValue(write.field, write.value))
      case .option:
        return Entry(
          name: DeckOptionValue(reading: write.value)?.name ?? "option",
          value: FieldValue(write.field, write.value))
      default:
        return Entry(
          name: write.field.field.name, value: FieldValue(write.field, write.value))
      }
    }
  }

  private static func entries(_ correction: ClockCorrection) -> [Entry] {
    let minus = Int64(clamping: correction.minus >> 16)
    return [
      Entry(name: "from", value: .text(Text(correction.first.description))),
      Entry(name: "minusMilliseconds", value: .number(minus)),
    ]
  }

  private static func tagName(_ event: AppliedEvent) -> [UInt8]? {
    guard let kind = event.header.knownKind, let payload = event.payload,
      // It was read before: it has writes.
      let current = try? Migrations.all.current(
        payload, of: kind, version: event.header.version, event.name)
    else { return nil }
    return (try? Payload(current))?.bytes(1)  // as above
  }
}

extension UndoNote {
  /// What is taken back, and how.
  fileprivate var entries: [EventDescription.Entry] {
    let (title, value) =
      target.isMerge
      ? ("merge", target.stretches.map { "\($0.first) to \($0.last)" }.joined(separator: ", "))
      : (target.isBatch ? "batch" : "command", target.first.description)
    let name = EventDescription.Entry(name: title, value: .text(Text(value)))
    return isRedo ? [name, EventDescription.Entry(name: "again", value: .flag(true))] : [name]
  }
}
