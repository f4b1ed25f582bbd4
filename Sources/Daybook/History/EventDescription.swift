import DaybookEvents
package import DaybookLog
import DaybookMigrations
import DaybookText

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

  /// The fields, in order; empty for an event that only deletes or brings back.
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
    if let withdrawal = event.withPayload({ Withdrawal(event.header, $0) }) ?? nil {
      (isSilent, entries) = (false, withdrawal.entries)
      return
    }
    let writes = Reducer.writes(of: event)
    isSilent = writes.isEmpty
    entries =
      Self.happened(event) + Self.clocks(writes) + Self.joins(writes)
      + Self.entries(writes, event)
  }

  private static func entries(_ writes: [RegisterWrite], _ event: AppliedEvent) -> [Entry] {
    writes.compactMap { write in
      switch write.field.field {
      case .life, .created, .tagName, .reviewDay: return nil
      case .tag:
        let name = writes.first { $0.field.field == .tagName }?.value
        return Entry(
          name: "tag", value: .text(Text(bytes: name ?? tagName(event) ?? [])))
      default:
        let schema = write.field.field.schema
        return Entry(
          name: schema.nameInValue?(write.value) ?? schema.name,
          value: FieldValue(write.field, write.value),
          isForeign: schema.field == .extra || schema.field == .customValue)
      }
    }
  }

  /// What another program says happened.
  private static func happened(_ event: AppliedEvent) -> [Entry] {
    event.custom.map { [Entry(name: "event", value: .text(Text($0.event)))] } ?? []
  }

  /// Into what a collection or deck was joined, and the position of its items there.
  private static func joins(_ writes: [RegisterWrite]) -> [Entry] {
    writes.flatMap { write -> [Entry] in
      guard write.field.field == .life, let other = Life.joinedInto(write.value.span) else {
        return []
      }
      let position = Hexadecimal.digits(write.value.dropFirst(Life.joinedCount))
      return [Entry(name: "joinedInto", value: .id(other))]
        + (position.isEmpty ? [] : [Entry(name: "position", value: .text(Text(position)))])
    }
  }

  /// The clocks by which answers count for their days, by answer; none where their own count again.
  private static func clocks(_ writes: [RegisterWrite]) -> [Entry] {
    let clocks = writes.filter { $0.field.field == .reviewDay }.map { write in
      FieldValue.Named(
        name: EntityID(rawValue: write.field.part).description,
        value: FieldValue(write.field, write.value))
    }
    return clocks.isEmpty ? [] : [Entry(name: "clocks", value: .fields(clocks))]
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

extension Withdrawal {
  /// The registers of which writes count no more, each with the events that made these.
  fileprivate var entries: [EventDescription.Entry] {
    let registers = writes.sorted { $0.key < $1.key }.map { register, events in
      FieldValue.Named(
        name: register.description,
        value: .text(Text(events.sorted().map(\.description).joined(separator: ", "))))
    }
    return [EventDescription.Entry(name: "withdrawn", value: .fields(registers))]
  }
}

extension RegisterName {
  /// The field, with what it is about where there are many of it: a collection, a tag, an answer.
  fileprivate var description: String {
    let part = field.part == 0 ? nil : EntityID(rawValue: field.part)
    let subjects = [row.kind == .membership ? row.entity : nil, part].compactMap(\.self)
    return ([field.field.name] + subjects.map(\.description)).joined(separator: " ")
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
