import DaybookLog
package import DaybookText

extension ZonedTime {
  /// When an item was last written to.
  ///
  /// Events of an import are written now, about what was edited elsewhere and long ago. Their
  /// `recordedAt` stays the truth about this log, which `log`, `blame` and conflicts show. When
  /// the item was edited is a fact of the source, so the import keeps it where it keeps what else
  /// it saw there, in the register `source`, and it counts until a person writes to the item. A
  /// field of the event could not do: an item's last edit and its creation are two times, and one
  /// event imports both.
  ///
  /// - Parameters:
  ///   - origins: where the heads of the item come from.
  ///   - said: what the source of the last import says.
  init(lastEditBy origins: [WriteOrigin], said: () -> ZonedTime?) {
    guard let last = origins.max(by: { $0.stamp < $1.stamp }) else {
      self.init(milliseconds: 0, offsetMinutes: 0)
      return
    }
    guard last.isRuleMade, let said = said() else {
      self.init(milliseconds: last.recordedAt, offsetMinutes: last.offsetMinutes)
      return
    }
    // Beside the import a person may have written, and later than the source says.
    let direct = origins.filter { !$0.isRuleMade }.max { $0.stamp < $1.stamp }
    if let direct, direct.recordedAt > said.milliseconds {
      self.init(milliseconds: direct.recordedAt, offsetMinutes: direct.offsetMinutes)
    } else {
      self = said
    }
  }

  /// The same, of a record.
  init(lastEditOf record: Record) {
    self.init(lastEditBy: record.registers.flatMap { $0.register.heads.map(\.origin) }) {
      record.value(.source).flatMap { SourceRecords.editedAt(in: $0.span) }
    }
  }
  /// When a thing came to be; 1970 where that is not said.
  package init(creationOf record: Record) {
    let created = CreationTime(reading: record.value(.created) ?? [])
    self.init(milliseconds: created.milliseconds, offsetMinutes: created.offsetMinutes)
  }
  /// When a write was made, as its writer's clock said.
  package init(writingOf head: Head) {
    self.init(milliseconds: head.recordedAt, offsetMinutes: head.offsetMinutes)
  }
}
