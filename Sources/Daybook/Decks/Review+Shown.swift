import DaybookScheduler

extension Review {
  /// What a card was when it was shown. A number in events and a word for people; what this
  /// program does not know is kept as it came, and counts like any other review.
  public struct Shown: RawRepresentable, Hashable, Sendable {
    /// The word in JSON and in rows of facts; `unknown-<number>` for numbers of newer programs.
    public let rawValue: String

    /// Wraps a word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Never answered before.
    public static let new = Shown(rawValue: "new")
    /// On its first steps.
    public static let learning = Shown(rawValue: "learning")
    /// Due after days.
    public static let review = Shown(rawValue: "review")
    /// On steps again, since it was forgotten.
    public static let relearning = Shown(rawValue: "relearning")
    /// Practised without being due: counts for nothing.
    public static let cram = Shown(rawValue: "cram")

    /// The words by their numbers, which are written to disk: add at the end. 0 is what older
    /// events left unsaid. A word for a number that had none changes facts: raise the view's
    /// fact version with it.
    private static let words = [Shown(rawValue: ""), .new, .learning, .review, .relearning, .cram]
    private static let unknownPrefix = "unknown-"

    /// The phase that it says a card was in; nil for practice, and for what is not known here.
    var phase: CardSchedule.Phase? {
      switch self {
      case .new: .new
      case .learning: .learning
      case .review: .review
      case .relearning: .relearning
      default: nil
      }
    }

    /// The number in events; nil for a word that has none.
    var number: UInt64? {
      if let known = Self.words.firstIndex(of: self) { return UInt64(known) }
      guard rawValue.hasPrefix(Self.unknownPrefix),
        let number = UInt64(rawValue.dropFirst(Self.unknownPrefix.count)),
        Self(number: number, word: nil) == self
      else { return nil }
      return number
    }

    /// Reads fields 6 and 3 of a payload: a number, or a word that never got one. Where neither
    /// stands, it was an ordinary review.
    init(number: UInt64?, word: [UInt8]?) {
      if let number {
        self =
          number < UInt64(Self.words.count)
          ? Self.words[Int(number)] : Shown(rawValue: Self.unknownPrefix + "\(number)")
      } else {
        self = word.map { Shown(rawValue: String(decoding: $0, as: UTF8.self)) } ?? .review
      }
    }
  }
}
