/// How much an item matters. Stored as text, like ``ItemStatus``.
public struct ItemPriority: RawRepresentable, Hashable, Codable, Sendable {
  /// The text on disk and in JSON.
  public let rawValue: String

  /// Wraps a text.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Can wait.
  public static let low = ItemPriority(rawValue: "low")
  /// As most things.
  public static let normal = ItemPriority(rawValue: "normal")
  /// Comes first.
  public static let high = ItemPriority(rawValue: "high")

  /// The values this program knows.
  public static let known: [ItemPriority] = [.low, .normal, .high]
}

extension Field {
  /// How much an item matters: ``ItemPriority``.
  package static let priority = Field(15)
}

extension FieldSchema {
  static let priority = FieldSchema(
    field: .priority, name: "priority", form: .text, unwritten: .empty([]))
}

extension ViewIndex {
  /// Priority, item.
  package static let priority = ViewIndex("p")
}

extension ItemAttribute {
  static let priority = ItemAttribute(
    .priority, words: ItemPriority.known.map(\.rawValue), index: .priority, remark: "matters")
}

extension Item {
  /// How much it matters, if that was said.
  public var priority: ItemPriority? { attributes[.priority].map(ItemPriority.init(rawValue:)) }
}

extension Item.SortField {
  /// How much it matters, from low to high.
  public static let priority = Item.SortField(.priority)
}

extension ItemChange {
  /// How much it matters; an empty word for no matter how much.
  public var priority: ItemPriority? {
    get { word(.priority).map(ItemPriority.init(rawValue:)) }
    set { self[.priority] = newValue.map { Array($0.rawValue.utf8) } }
  }
}
