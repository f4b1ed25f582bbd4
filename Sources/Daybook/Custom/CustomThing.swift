public import DaybookEvents
public import DaybookText

/// A thing of a program's own as it shows: the winning value of every register.
public struct CustomThing: Equatable, Identifiable, Sendable {
  /// Its id.
  public let id: EntityID
  /// Its kind.
  public let kind: CustomName
  /// Its values, by name; what was removed is missing.
  public let values: [String: CustomValue]
  /// When it came to be; 1970 where that was not said.
  public let createdAt: ZonedTime
  /// When it was last written to, as the writer's clock said.
  public let editedAt: ZonedTime
  /// Whether it was deleted.
  public let isDeleted: Bool

  /// Whether what it was is erased: nothing of it is left but that it is deleted.
  public var isErased: Bool { isDeleted && kind.name.isEmpty }

  /// What people call it: its value `title`, or `name`, or else its kind.
  public var label: Text {
    for name in ["title", "name"] {
      if case .text(let text)? = values[name], !text.isBlank { return text }
    }
    return Text(kind.name)
  }

  /// Puts a thing together from its record.
  init(_ id: EntityID, _ record: Record) {
    self.id = id
    kind = CustomName(name: String(decoding: record.value(.customKind) ?? [], as: UTF8.self))
    createdAt = ZonedTime(creationOf: record)
    editedAt = ZonedTime(lastEditOf: record)
    isDeleted = !record.isLive
    values = Dictionary(record.customValues.map { ($0.name, $0.value) }) { first, _ in first }
  }
}

extension Record {
  /// The values of a thing of another program, by their names; what was removed is missing.
  var customValues: [NamedCustomValue] {
    registers.compactMap { key, register in
      guard key.field == .customValue, let winner = register.winner,
        let named = NamedCustomValue(reading: winner.value.span), named.value != .none
      else { return nil }
      return named
    }.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }
}
