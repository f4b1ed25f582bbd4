import DaybookEvents
import DaybookText

/// What a field is: how its values show, which of its writes counts, and what stands where nobody
/// wrote. A feature declares one for each of its fields, in the file that is named after its rows.
package struct FieldSchema: Sendable {
  /// The number by which rows name it.
  package let field: Field
  /// The name people and JSON see.
  package let name: String
  /// How a value shows.
  package let form: Form
  /// What stands in the register of which nothing was ever said.
  let unwritten: Unwritten
  /// Whether the least write counts instead of the greatest head.
  var isLeast = false
  /// Whether concurrent writes of different values are a conflict to show. Not where the later
  /// choice wins, because making it anew is easy.
  var isContestable = true
  /// Whether its values are text that a person writes, line by line.
  var isProse = false
  /// How many bytes of a value writers can disagree about; nil for all.
  var contestedByteCount: Int?
  /// The name of a value, of a field that is named in its values.
  var nameInValue: (@Sendable (_ value: [UInt8]) -> String?)?
  /// Whether a write made by a rule gives way without a conflict.
  var rulesYield = false

  /// How a value shows.
  package enum Form: Sendable {
    /// As text.
    case text
    /// Yes or no: one byte.
    case flag
    /// Another thing: the bytes of its id.
    case id
    /// Made of the value and the part of the register's key.
    case made(@Sendable (_ value: [UInt8], _ part: UInt128) -> FieldValue)
  }

  /// What stands in a register of which nothing was ever said.
  enum Unwritten: Sendable {
    /// Nothing can: the field comes with its thing and goes with it.
    case never
    /// That value, which shows as nothing.
    case empty([UInt8])
    /// That value, which shows: the status of an item is a word before anybody wrote one.
    case word([UInt8])
    /// No value, of a field that is named in its values: `cleared` takes the name of a value over.
    case named(cleared: @Sendable (_ written: [UInt8]) -> [UInt8]?)
  }

  /// A field whose values are text.
  static func prose(_ field: Field, _ name: String) -> FieldSchema {
    FieldSchema(field: field, name: name, form: .text, unwritten: .empty([]), isProse: true)
  }

  /// What a register holds of which nothing was ever said; empty where that is nothing.
  package var unwrittenValue: [UInt8] {
    switch unwritten {
    case .empty(let value), .word(let value): value
    case .never, .named: []
    }
  }

  /// The word that stands in the register of a thing before anybody writes to it; nil where
  /// nothing does.
  package var unwrittenWord: [UInt8]? {
    if case .word(let value) = unwritten { value } else { nil }
  }

  /// The value that shows as if the register had never been written; nil where there is none, since
  /// the field comes with its thing and goes with it.
  ///
  /// - Parameter written: a value of the register: of fields that are named in their values, the
  ///   name is taken over.
  package func cleared(of written: [UInt8]) -> [UInt8]? {
    switch unwritten {
    case .never: nil
    case .empty(let value), .word(let value): value
    case .named(let cleared): cleared(written)
    }
  }

  /// The part of a value about which writers can disagree.
  package func contestedPart(of value: [UInt8]) -> [UInt8] {
    contestedByteCount.map { Array(value.prefix($0)) } ?? value
  }
}
