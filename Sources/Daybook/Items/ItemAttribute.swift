import DaybookEvents
import DaybookText

/// A field of an item that holds one of a few words, or a line of text. Queries, lists, JSON,
/// exports, imports and completion go by what is declared here, and know no attribute by name.
package struct ItemAttribute: Sendable {
  /// The field.
  package let field: Field
  /// The words that this program knows, in their order; empty where any text can stand.
  package let words: [String]
  /// What lists items by it.
  let index: ViewIndex
  /// What completion says of it.
  package let remark: String
  private let wordBytes: [[UInt8]]

  /// Declares an attribute; without words, of any text.
  package init(_ field: Field, words: [String] = [], index: ViewIndex, remark: String) {
    self.field = field
    self.words = words
    self.index = index
    self.remark = remark
    wordBytes = words.map { Array($0.utf8) }
  }

  /// What it is called in queries, JSON and lists.
  package var name: String { field.schema.name }

  /// The attribute of that name; nil where there is none.
  static func named(_ name: String) -> ItemAttribute? { all.first { $0.name == name } }

  /// What an item holds in it; nil for nothing.
  func text(in record: Record) -> String? {
    record.value(field).flatMap { $0.isEmpty ? nil : String(decoding: $0, as: UTF8.self) }
  }

  /// Whether an item holds what a query asks for.
  package func matches(_ wanted: String, _ record: Record) -> Bool {
    let held = text(in: record)
    switch wanted {
    case Query.none: return held == nil
    case Query.any: return held != nil
    default: return held.map { isSame($0, wanted) } ?? false
    }
  }

  private func isSame(_ held: String, _ wanted: String) -> Bool {
    words.isEmpty ? folded(held) == folded(wanted) : held == wanted
  }

  // MARK: Order

  /// How many bytes of a text stand in the index.
  private static let indexedByteCount = 128

  /// What the entries of a value begin with: the place of a known word, or the text without case
  /// and accents.
  package func indexKey(_ value: String) -> [UInt8] {
    words.isEmpty
      ? folded(value).utf8.prefix(Self.indexedByteCount) + [0]
      : [ViewIndex.place(of: value, among: words)]
  }

  /// Appends what the entry of a value begins with.
  func writeIndexKey(_ value: Span<UInt8>, to entry: inout [UInt8]) {
    if words.isEmpty {
      entry += indexKey(String(decoding: value.array(), as: UTF8.self))
    } else {
      entry.append(ViewIndex.place(of: value, among: wordBytes))
    }
  }

  /// What items are put in order by; nil of one that holds nothing.
  package func sortKey(in record: Record) -> (number: Int64, text: String)? {
    text(in: record).map {
      words.isEmpty ? (0, folded($0)) : (Int64(ViewIndex.place(of: $0, among: words)), "")
    }
  }
}
