import ArgumentParser
import Daybook
import DaybookConsole

/// The options of commands that list things.
struct ListArguments: ParsableArguments {
  @Option(
    name: .shortAndLong, help: "The field to order by; a dash after it turns the order round.")
  var sort: Word?
  @Option(name: [.customShort("n"), .long], help: "Show at most this many.") var limit: Int?

  /// The order asked for; nil for the usual one.
  ///
  /// - Throws: a usage error for an unknown field.
  func order<Field>(
    _ type: Field.Type
  ) throws -> ListOrder<Field>?
  where Field: RawRepresentable<String> & CaseIterable & Hashable & Sendable {
    guard let sort else { return nil }
    let isTurned = sort.string.hasSuffix("-")
    let name = isTurned ? String(sort.string.dropLast()) : sort.string
    guard let field = Field(rawValue: name.lowercased()) else {
      throw UsageError.unknownValue(option: "--sort", known: Field.allCases.map(\.rawValue))
    }
    return ListOrder(field, isDescending: isTurned)
  }

  /// The most things to show.
  ///
  /// - Throws: a usage error for a negative number.
  func count() throws -> Int {
    guard let limit else { return .max }
    guard limit >= 0 else {
      throw UsageError.unknownValue(option: "--limit", known: ["0", "1", "2 …"])
    }
    return limit
  }
}

extension [Word] {
  /// What an empty answer says: what was asked for, too.
  func asked(_ nothing: String) -> String {
    isEmpty ? nothing : "\(nothing) You asked for: \(VisibleText.line(joined.bytes))"
  }
}
