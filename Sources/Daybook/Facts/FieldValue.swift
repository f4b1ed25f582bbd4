public import DaybookEvents
public import DaybookText

/// What a register holds, in a form that can be shown.
public enum FieldValue: Equatable, Sendable {
  /// Nothing, such as a due date that was taken away.
  case none
  /// Text, or a word such as a status.
  case text(Text)
  /// A whole number.
  case number(Int64)
  /// Yes or no.
  case flag(Bool)
  /// A date or a moment.
  case time(TimeValue)
  /// A moment, milliseconds since 1970, with the minutes east of UTC of whoever wrote it.
  case moment(milliseconds: Int64, offsetMinutes: Int)
  /// Another thing.
  case id(EntityID)
  /// Several values that make sense together.
  case fields([Named])

  /// One of several values under a name.
  public struct Named: Equatable, Sendable {
    /// Its name.
    public let name: String
    /// Its value.
    public let value: FieldValue
  }

  /// Reads a register's value.
  package init(_ key: FieldKey, _ value: [UInt8]) {
    self =
      switch key.field.schema.form {
      case .text: .text(Text(bytes: value))
      case .flag: .flag(value.first == 1)
      case .id: EntityID(bytes: value).map { .id($0) } ?? .none
      case .made(let make): make(value, key.part)
      }
  }

  private static let joinedInto = "joinedInto"

  /// What says into what a thing was joined.
  static func joined(into other: EntityID) -> FieldValue {
    .fields([Named(name: joinedInto, value: .id(other))])
  }

  /// Into what a thing was joined, where the value says so.
  package var joinedInto: EntityID? {
    guard case .fields(let parts) = self, parts.count == 1, parts[0].name == Self.joinedInto,
      case .id(let other) = parts[0].value
    else { return nil }
    return other
  }

  /// The thing that the value names to people; nil for none.
  package var namedThing: EntityID? {
    if case .id(let id) = self { return id }
    return joinedInto
  }
}
