/// What the usual properties say. Keys are compared without case.
extension VaultNote {
  /// Properties that hold a date, with the keys they go by, the first one counting.
  package enum DateProperty: String, CaseIterable, Sendable {
    case created, modified, due

    var keys: [String] {
      switch self {
      case .created: ["created", "date"]
      case .modified: ["modified", "updated"]
      case .due: ["due"]
      }
    }
  }

  /// The property `title`, else the file name.
  package var title: String {
    if let title = properties.text(of: ["title"]) { return title }
    let name = path.lastPathPart
    return VaultScan.isNote(name) ? String(name.dropLast(3)) : name
  }

  /// Other names links may use.
  package var aliases: [String] {
    properties.texts(of: ["aliases", "alias"]) { $0.split(separator: ",").compactMap(\.trimmed) }
  }

  /// When the note was made, from `created` or `date`.
  package var created: WrittenDate? { date(.created) }
  /// When it was changed, from `modified` or `updated`.
  package var modified: WrittenDate? { date(.modified) }
  /// When something is to be done, from `due`.
  package var due: WrittenDate? { date(.due) }
  /// The word in `status`, such as `active`.
  package var status: String? { properties.text(of: ["status"]) }
  /// The text or number in `priority`.
  package var priority: String? { properties.text(of: ["priority"]) }
  /// The box `done`; nil when there is none.
  package var isDone: Bool? { properties.first(of: ["done"])?.value.isTrue }
  /// The box `archived`; nil when there is none.
  package var isArchived: Bool? { properties.first(of: ["archived"])?.value.isTrue }

  /// Reports a date that is none.
  mutating func checkDate(_ property: DateProperty) {
    guard let given = properties.first(of: property.keys), given.value != .null,
      date(property) == nil
    else { return }
    problems.append(VaultProblem(line: given.line, kind: .unreadableDate(property)))
  }

  private func date(_ property: DateProperty) -> WrittenDate? {
    properties.first(of: property.keys)?.value.text?.trimmed.flatMap { WrittenDate($0) }
  }
}
