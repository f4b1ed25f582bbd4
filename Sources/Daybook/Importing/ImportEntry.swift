import DaybookEvents

/// One thing to bring in.
package enum ImportEntry: Sendable {
  /// An item of another program.
  case item(ImportedItem)
  /// What an export of a store took out, and where it was found.
  case portable(PortableEntry, ImportPlace)

  /// What it is about.
  var subject: PortableEntry.Subject {
    switch self {
    case .item(let item): PortableEntry.Subject(row: RowKey(.item, item.id))
    case .portable(let entry, _): entry.subject
    }
  }

  /// Roughly what it takes in memory.
  var byteCount: Int {
    switch self {
    case .item(let item):
      (item.fields.title?.bytes.count ?? 0) + (item.fields.body?.bytes.count ?? 0)
        + item.fields.extras.reduce(256) { $0 + $1.value.count + 64 }
    case .portable(.thing(let thing), _): thing.byteCount
    case .portable: 256
    }
  }
}
