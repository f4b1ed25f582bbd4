import DaybookLog

extension ZonedTime {
  /// When an item was last written to.
  ///
  /// Events of an import are written now, about what was edited elsewhere and long ago. Their
  /// `recordedAt` stays the truth about this log, which `log`, `blame` and conflicts show. When
  /// the item was edited is a fact of the source, so the import keeps it where it keeps what else
  /// it saw there, in the register `source`, and it counts until a person writes to the item. A
  /// field of the event could not do: an item's last edit and its creation are two times, and one
  /// event imports both.
  init(lastEditOf record: Record) {
    guard let last = record.lastWrite else {
      self.init(milliseconds: 0, offsetMinutes: 0)
      return
    }
    guard last.isRuleMade, let source = record.value(.source),
      let said = SourceRecords.editedAt(in: source)
    else {
      self.init(milliseconds: last.recordedAt, offsetMinutes: last.offsetMinutes)
      return
    }
    // Beside the import a person may have written, and later than the source says.
    let direct = record.registers.lazy.flatMap { $0.register.heads }
      .filter { !$0.isRuleMade }.max { $0.stamp < $1.stamp }
    if let direct, direct.recordedAt > said.milliseconds {
      self.init(milliseconds: direct.recordedAt, offsetMinutes: direct.offsetMinutes)
    } else {
      self = said
    }
  }
}
