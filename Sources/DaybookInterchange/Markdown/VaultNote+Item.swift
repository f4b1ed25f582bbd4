package import Daybook
package import DaybookEvents

/// What a note says about an item here.
extension VaultNote {
  /// The names of the extra fields in which an item remembers its file.
  package enum ExtraName {
    /// The frontmatter, byte for byte.
    package static let frontmatter = "markdown.frontmatter"
    /// The path in the vault.
    package static let path = "markdown.path"
  }

  /// The property by which an exported note knows which item it is.
  package static let idProperty = "daybook-id"

  /// The item that this note was exported from; nil for notes made elsewhere.
  package var itemID: EntityID? {
    properties.text(of: [Self.idProperty]).flatMap { EntityID($0) }
  }

  /// The fields of the item: what follows the frontmatter is its body, to the byte.
  ///
  /// A note is a task if its `type` says so, or else if it has a `due` or a box `done`. The boxes
  /// `done` and `archived` come before `status`, of which the words known here count.
  ///
  /// - Parameter clock: for dues with a time but no offset, which mean where the person is.
  package func fields(_ clock: LocalClock) -> ItemChange {
    var fields = ItemChange()
    fields.title = Text(title)
    fields.body = Text(bytes: body)
    fields.kind = itemKind
    fields.status = itemStatus.map { ItemChange.StatusChange($0) }
    if let due { fields.schedule = Schedule(due: due.timeValue(clock)) }
    fields.priority = priority.flatMap(Self.priority(named:))
    return fields
  }

  private var itemKind: ItemKind {
    let known = properties.text(of: ["type"]).map { ItemKind(rawValue: $0.lowercased()) }
    if let known, ItemKind.known.contains(known) { return known }
    return due != nil || isDone != nil ? .task : .note
  }

  private var itemStatus: ItemStatus? {
    if isDone == true { return .done }
    if isArchived == true { return .archived }
    let known = status.map { ItemStatus(rawValue: $0.lowercased()) }
    return known.flatMap { ItemStatus.known.contains($0) ? $0 : nil }
  }

  private static func priority(named name: String) -> ItemPriority? {
    switch name.lowercased() {
    case "1", "a", "h", "high", "highest", "urgent": .high
    case "2", "b", "m", "medium", "normal": .normal
    case "3", "c", "l", "low", "lowest": .low
    default: nil
    }
  }
}

extension WrittenDate {
  /// The day, or the moment; a time without an offset means where the person is.
  func timeValue(_ clock: LocalClock) -> TimeValue? {
    guard let date = CivilDate(year: year, month: month, day: day) else { return nil }
    guard let time = self.clock else { return .date(date) }
    if offsetMinutes != nil { return .instant(milliseconds: milliseconds(offsetMinutes: 0)) }
    let seconds = (time.hour * 60 + time.minute) * 60 + time.second
    return .instant(
      milliseconds: clock.instant(date, millisecondOfDay: seconds * 1000 + time.millisecond))
  }

  /// The moment; a day alone means its midnight where the person is.
  func milliseconds(_ clock: LocalClock) -> Int64? {
    switch timeValue(clock) {
    case .instant(let milliseconds): milliseconds
    case .date(let date): clock.instant(date, millisecondOfDay: 0)
    case nil: nil
    }
  }
}
