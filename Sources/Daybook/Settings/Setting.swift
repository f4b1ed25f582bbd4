package import DaybookEvents
import DaybookText

/// What a person can set.
///
/// The raw values of shared settings are written to disk: never rename or reuse one.
public enum SettingName: String, CaseIterable, Sendable {
  /// The hour at which a study day begins, 0 to 23.
  case rolloverHour
  /// The day on which a week begins.
  case weekStart
  /// The program that texts are written in.
  case editor
  /// What this replica is called; it travels with what it writes.
  case replicaName

  /// Whether one value holds on all machines: such a setting is recorded in the log.
  public var isShared: Bool {
    switch self {
    case .rolloverHour, .weekStart: true
    case .editor, .replicaName: false
    }
  }

  /// Finds a setting by its name, with or without hyphens and capitals.
  public init?(_ text: String) {
    let letters = text.lowercased().filter { $0 != "-" && $0 != "_" }
    let found = Self.allCases.first { $0.rawValue.lowercased() == letters }
    guard let found else { return nil }
    self = found
  }

  /// What the setting can be, in words.
  public var allowed: [String] {
    switch self {
    case .rolloverHour: ["an hour from 0 to 23"]
    case .weekStart: CalendarNames.weekdays
    case .editor: ["a command, such as nano or \"code --wait\""]
    case .replicaName: ["a name of one line, up to 200 bytes"]
    }
  }

  private static let byteLimit = 200

  /// A value in the form in which it is kept: `04` becomes `4`, `Sun` becomes `sunday`.
  ///
  /// - Throws: ``SettingError`` for what the setting cannot be.
  public func canonical(_ text: String) throws(SettingError) -> String {
    let value: String? =
      switch self {
      case .rolloverHour:
        text.utf8.count <= 2
          ? UInt8(text).flatMap { $0 < 24 ? "\($0)" : nil } : nil
      case .weekStart:
        CalendarNames.weekday(text.lowercased()).map { CalendarNames.weekdays[$0.rawValue - 1] }
      case .editor, .replicaName:
        text.utf8.count <= Self.byteLimit && text.contains { !$0.isWhitespace }
          && !text.unicodeScalars.contains { $0.value < 32 || $0.value == 127 } ? text : nil
      }
    guard let value else { throw SettingError(name: self) }
    return value
  }
}

/// A value that a setting cannot have. Nothing was changed.
public struct SettingError: Error, Equatable {
  /// The setting.
  public let name: SettingName

  /// An error about a setting.
  public init(name: SettingName) { self.name = name }
}

/// A setting as it stands.
public struct Setting: Equatable, Sendable {
  /// Which one.
  public let name: SettingName
  /// What counts: what was set, else the default; nil where there is neither.
  public let value: String?
  /// Whether the person has set it.
  public let isSet: Bool
}

/// One setting's name and value: the payload of `settingChanged`, and the value of its register.
package struct SettingValue: Equatable, Sendable {
  /// The name, which may be one of a newer program.
  package let name: String
  /// The value; empty when the setting was given up.
  package let value: String

  /// Names a value.
  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }

  /// The payload.
  package var encoded: [UInt8] {
    var wire = WireWriter()
    wire.text(1, name)
    if !value.isEmpty { wire.text(2, value) }
    return wire.bytes
  }

  /// Reads a payload or a register's value; nil for another shape.
  init?(reading bytes: [UInt8]) {
    // Another shape is no setting.
    guard let payload = try? Payload(bytes), let name = payload.bytes(1) else { return nil }
    self.init(
      name: String(decoding: name, as: UTF8.self),
      value: String(decoding: payload.bytes(2) ?? [], as: UTF8.self))
  }

  /// What the setting is called in the log: the same on all machines.
  package var entity: EntityID { EntityID(name: "setting", name) }
}

/// What the event about settings writes: one register for each setting.
enum SettingReducer {
  /// Lists the write of one event; none when its payload names no setting.
  ///
  /// - Throws: ``WireError`` when its payload cannot be read, so that it is silent.
  static func reduce(
    _ kind: EventKind, _ header: EventHeader, _ name: EventName, _ payload: Span<UInt8>,
    _ writes: inout EventWrites
  ) throws(WireError) {
    try payload.forEachField { _ in }
    guard let setting = SettingValue(reading: payload.array()) else { return }
    writes.add(RowKey(.setting, header.entity), .setting, setting.encoded)
  }
}
