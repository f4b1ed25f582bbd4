/// How much work an item is. Stored as text, like ``ItemStatus``.
public struct ItemEffort: RawRepresentable, Hashable, Codable, Sendable {
  /// The text on disk and in JSON.
  public let rawValue: String

  /// Wraps a text.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Minutes.
  public static let small = ItemEffort(rawValue: "small")
  /// Hours.
  public static let medium = ItemEffort(rawValue: "medium")
  /// Days.
  public static let large = ItemEffort(rawValue: "large")

  /// The values this program knows.
  public static let known: [ItemEffort] = [.small, .medium, .large]
}

extension Field {
  /// How much work an item is: ``ItemEffort``.
  package static let effort = Field(19)
}

extension FieldSchema {
  static let effort = FieldSchema(
    field: .effort, name: "effort", form: .text, unwritten: .empty([]))
}

extension ViewIndex {
  /// Effort, item.
  package static let effort = ViewIndex("f")
}

extension ItemAttribute {
  static let effort = ItemAttribute(
    .effort, words: ItemEffort.known.map(\.rawValue), index: .effort, remark: "takes")
}

extension Item {
  /// How much work it is, if that was said.
  public var effort: ItemEffort? { attributes[.effort].map(ItemEffort.init(rawValue:)) }
}

extension Item.SortField {
  /// How much work it is, from small to large.
  public static let effort = Item.SortField(.effort)
}

extension ItemChange {
  /// How much work it is; an empty word for no saying.
  public var effort: ItemEffort? {
    get { word(.effort).map(ItemEffort.init(rawValue:)) }
    set { self[.effort] = newValue.map { Array($0.rawValue.utf8) } }
  }
}
