/// In what order things are listed: by a field, from its least value on or from its greatest. Those
/// without a value come last either way, and those with equal values in the order of their ids.
public struct ListOrder<Field: Hashable & Sendable>: Hashable, Sendable {
  /// The field.
  public let field: Field
  /// Whether the greatest value comes first.
  public let isDescending: Bool

  /// Describes an order.
  public init(_ field: Field, isDescending: Bool = false) {
    self.field = field
    self.isDescending = isDescending
  }

  /// From the least value on.
  public static func ascending(_ field: Field) -> ListOrder { ListOrder(field) }

  /// From the greatest value on.
  public static func descending(_ field: Field) -> ListOrder {
    ListOrder(field, isDescending: true)
  }
}

extension Item {
  /// What items are listed by: a time, a field, or an attribute.
  public struct SortField: RawRepresentable, CaseIterable, Hashable, Sendable {
    /// Its name.
    public let rawValue: String

    /// When the item came to be.
    public static let created = SortField(name: "created")
    /// When it was last written to.
    public static let edited = SortField(name: "edited")
    /// When it is due.
    public static let due = SortField(name: "due")
    /// Its title, without case and accents.
    public static let title = SortField(name: "title")
    /// Where it stands.
    public static let status = SortField(name: "status")

    /// All there are.
    public static let allCases =
      [created, edited, due] + ItemAttribute.all.map { SortField($0) } + [title, status]

    /// Reads a name; nil for another.
    public init?(rawValue: String) {
      guard let known = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
      self = known
    }

    init(_ attribute: ItemAttribute) { self.init(name: attribute.name) }

    private init(name: String) { rawValue = name }
  }
}

extension Card {
  /// What cards are listed by.
  public enum SortField: String, CaseIterable, Sendable {
    case created, due, deck, front, stability, difficulty, lapses, reviews
  }
}

extension Array {
  /// The elements at some positions, as far as there are any; all of them where none are given.
  func page(_ range: Range<Int>?) -> ArraySlice<Element> {
    range.map { self[$0.clamped(to: indices)] } ?? self[...]
  }
}
