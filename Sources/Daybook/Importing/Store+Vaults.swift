package import DaybookEvents
import DaybookLog
import LMDB
package import DaybookText

/// A vault that was imported: the store remembers each, so that another folder of the same name is
/// not taken for it.
package struct KnownVault: Equatable, Sendable {
  /// What it is known by.
  package let identity: String
  /// What its folder was called when it was first imported.
  package let folder: String

  private static let prefix = "vault "

  /// Describes a vault.
  package init(identity: String, folder: String) {
    self.identity = identity
    self.folder = folder
  }

  /// Whether a setting of this name is one that people know nothing of, since it keeps a vault.
  package static func isKept(in setting: Text?) -> Bool {
    setting?.bytes.starts(with: prefix.utf8) ?? false
  }

  /// What the log says of it, beside what people set.
  var setting: SettingValue {
    SettingValue(name: Self.prefix + identity, value: folder.isEmpty ? "/" : folder)
  }

  init?(_ setting: SettingValue) {
    guard setting.name.hasPrefix(Self.prefix), !setting.value.isEmpty else { return nil }
    self.init(
      identity: String(setting.name.dropFirst(Self.prefix.count)), folder: setting.value)
  }
}

extension Store {
  /// The vaults that were imported here, or on a machine that this one merged with.
  package func knownVaults() throws -> [KnownVault] {
    try read { moment, transaction in
      try moment.sharedSettings(transaction).compactMap { KnownVault($0) }
    }
  }

  /// An item; nil for none of that id.
  package func importedItem(_ id: EntityID) throws -> Item? {
    try read { try $0.item(id, $1) }
  }

  /// Whether a source says something of an item that a person has to decide about.
  package func hasUndecidedOffer(_ item: Item) throws -> Bool {
    guard let source = item.source, SourceRecords.hasOffers(in: source.span) else { return false }
    return try read { try $0.hasUndecidedOffer(item.id, $1) }
  }
}

extension ImportStep {
  /// Remembers a vault.
  mutating func add(
    _ vault: KnownVault, _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    let setting = vault.setting
    let row = RowKey(.setting, setting.entity)
    let known = try moment.catalog.record(row, transaction).value(.setting)
    guard known.flatMap(SettingValue.init(reading:))?.value.isEmpty ?? true else { return true }
    guard hasRoomForOne else { return false }
    append([EventDraft(.settingChanged, setting.entity, payload: setting.encoded)])
    return true
  }
}
