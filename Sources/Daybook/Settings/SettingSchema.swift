import DaybookText

/// The register of a setting.
extension Field {
  /// One setting's name and value: ``SettingValue``.
  package static let setting = Field(62)
}

extension FieldSchema {
  /// What it is. Of two machines' choices the later one counts.
  static let ofSettings = [
    FieldSchema(
      field: .setting, name: "setting",
      form: .made { value, _ in
        SettingValue(reading: value).map { .text(Text($0.value)) } ?? .none
      },
      unwritten: .named { written in
        SettingValue(reading: written).map { SettingValue(name: $0.name, value: "").encoded }
      },
      isContestable: false, nameInValue: { SettingValue(reading: $0)?.name })
  ]
}

extension RowKind {
  /// A setting.
  package static let setting = RowKind("S")
}

extension RowSchema {
  /// A setting.
  static let setting = RowSchema(
    kind: .setting, name: "setting", fields: [.setting], usualFieldCount: 1, isIndexed: false)
}

extension EventSchema {
  /// The event about settings.
  static let ofSettings = EventSchema(kinds: [.settingChanged], reduce: SettingReducer.reduce)
}
