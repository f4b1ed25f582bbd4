public import DaybookEvents

/// A view of a program's own, computed from things that Daybook keeps: rows under keys, each with
/// an amount, such as the minutes studied a tag and week.
///
/// Its rows follow from the things alone, so nothing of it is part of the log or of a fingerprint,
/// and no other program needs to know it. They are kept in the store, and brought up to date by
/// whoever asks for them: the function is asked for the things that changed since, or, after a
/// change of ``version``, for all. Writers never wait for it. Where it throws, whoever asks hears
/// of it, and nobody else.
public struct DerivedView: Sendable {
  /// What its rows are computed from: each thing by itself.
  public enum Source: Hashable, Sendable {
    /// Items, with their tags and the names of their collections.
    case items
    /// Cards, with their reviews, the tags of their notes and the names of their decks.
    case cards
    /// Things of a kind of a program's own.
    case custom(CustomName)
  }

  /// A thing to compute rows from.
  public enum Thing: Sendable {
    /// An item.
    case item(Item)
    /// A card with the reviews that count, in their order.
    case card(Card, reviews: [Review])
    /// A thing of a program's own.
    case custom(CustomThing)
  }

  /// One row that a thing gives.
  public struct Row: Hashable, Sendable {
    /// What it is listed by, part by part.
    public let key: [DerivedKey]
    /// How much of it there is: rows are summed up by their keys.
    public let amount: Int64

    /// Describes a row.
    public init(_ key: DerivedKey..., amount: Int64 = 1) {
      self.init(key, amount: amount)
    }

    /// Describes a row whose key has parts that are not counted here.
    public init(_ key: [DerivedKey], amount: Int64 = 1) {
      self.key = key
      self.amount = amount
    }
  }

  /// Lists the rows of one thing: a function of the thing alone, called from any thread, perhaps
  /// more than once. Rows with equal keys are added up.
  public typealias Rows = @Sendable (Thing) throws -> [Row]

  /// The name under which stores keep it: the program and the view, as of a ``CustomName``.
  public let name: CustomName
  /// The version of ``rows``: raise it when that changes, and all rows are computed anew.
  public let version: UInt64
  /// What its rows are computed from.
  public let source: Source
  /// Whether deleted things are among them.
  public let includesDeleted: Bool
  /// Lists the rows of one thing.
  public let rows: Rows

  /// Declares a view.
  public init(
    _ name: CustomName, version: UInt64, of source: Source, includesDeleted: Bool = false,
    rows: @escaping Rows
  ) {
    self.name = name
    self.version = version
    self.source = source
    self.includesDeleted = includesDeleted
    self.rows = rows
  }

  /// The rows of one thing by their keys, added up: what is kept of it.
  func kept(_ thing: Thing) throws -> [[UInt8]: Int64] {
    if thing.isDeleted && !includesDeleted { return [:] }
    var sums: [[UInt8]: Int64] = [:]
    for row in try rows(thing) {
      let key = row.key.flatMap(\.bytes)
      guard key.count <= DerivedTable.keyLimit else {
        throw StoreError.derivedKeyTooLong(bytes: key.count)
      }
      sums[key, default: 0] = sums[key, default: 0].addingSaturated(row.amount)
    }
    return sums
  }
}

extension DerivedView.Thing {
  var isDeleted: Bool {
    switch self {
    case .item(let item): item.isDeleted
    case .card(let card, _): card.isDeleted
    case .custom(let thing): thing.isDeleted
    }
  }
}

/// A row of a derived view.
public struct DerivedRow: Hashable, Sendable {
  /// What it is listed by.
  public let key: [DerivedKey]
  /// The thing that gives it.
  public let thing: EntityID
  /// How much of it there is.
  public let amount: Int64
}

/// What rows of a derived view come to that share the beginning of their keys.
public struct DerivedSum: Hashable, Sendable {
  /// That beginning.
  public let key: [DerivedKey]
  /// The sum of their amounts.
  public let amount: Int64
  /// How many they are.
  public let count: Int
}

extension Int64 {
  /// The sum, or the end of the range where it lies beyond.
  func addingSaturated(_ other: Int64) -> Int64 {
    let (sum, isOver) = addingReportingOverflow(other)
    return isOver ? (other > 0 ? .max : .min) : sum
  }
}
