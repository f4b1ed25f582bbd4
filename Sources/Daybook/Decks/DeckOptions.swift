package import DaybookScheduler

/// How a deck is learned.
public struct DeckOptions: Equatable, Sendable {
  /// In which order cards come.
  public enum Order: String, CaseIterable, Sendable {
    /// New cards as they were added, reviews the longest due first.
    case added, due
    /// Shuffled, every day anew and on every machine alike.
    case random
    /// The one most likely forgotten first.
    case retrievability
  }

  /// When new cards come.
  public enum Mix: String, CaseIterable, Sendable {
    case after, before, among
  }

  /// What happens to a card that is forgotten again and again.
  public enum LeechAction: String, CaseIterable, Sendable {
    /// It is taken out of review.
    case suspend
    /// It is only listed as a leech.
    case mark
  }

  /// The probability of remembering at which a card is shown again.
  public var desiredRetention = 0.9
  /// Waits between the first answers to a new card, in seconds.
  public var learningSteps = [60, 600]
  /// Waits after a card was forgotten, in seconds.
  public var relearningSteps = [600]
  /// The longest interval, in days.
  public var maximumInterval = 36500
  /// New cards a day.
  public var newPerDay = 20
  /// Reviews a day.
  public var reviewsPerDay = 200
  /// In which order new cards come.
  public var newOrder = Order.added
  /// In which order reviews come.
  public var reviewOrder = Order.due
  /// When new cards come.
  public var newMix = Mix.after
  /// Whether other cards of a note wait until tomorrow once one was answered.
  public var buriesSiblings = false
  /// After how many lapses a card is a leech; 0 for never.
  public var leechThreshold = 8
  /// What happens to a leech.
  public var leechAction = LeechAction.mark
  /// Whether intervals vary a little.
  public var isFuzzed = false
  /// The parameters of the memory model; none for the defaults.
  public var parameters: [Double] = []
  /// How many steps there were when answers were given that do not say it; nil for as many as now.
  package var formerSteps: StepCounts?

  /// The defaults.
  public init() {}

  /// The options that the record of a deck sets; what it does not set, or what cannot be read, as
  /// by default.
  package init(_ record: Record) {
    for (key, register) in record.registers where key.field == .option {
      let option = register.winner.flatMap { DeckOptionValue(reading: $0.value) }
      if let counts = option?.formerSteps { formerSteps = counts }
      guard let option, let name = DeckOptionName(rawValue: option.name), !option.value.isEmpty
      else { continue }
      // What a newer program allows and this one does not counts as the default here.
      try? set(name, option.value)
    }
  }

  /// What computes the schedule of cards under these options. Values that no algorithm can use
  /// were not let in, so the defaults stand in for them only in damaged stores.
  package var scheduler: Scheduler {
    // Checked when it was set; as said above. What answers did to a memory hangs on no steps.
    let parameters = try? Parameters(validating: self.parameters)
    let scheduler = try? Scheduler(  // as above
      parameters: parameters ?? .default, learningSteps: learningSteps,
      relearningSteps: relearningSteps, desiredRetention: desiredRetention,
      maximumInterval: maximumInterval, isFuzzed: isFuzzed, formerSteps: formerSteps)
    return scheduler ?? .default
  }
}

/// A value that an option of a deck cannot have. Nothing was changed.
public struct DeckOptionError: Error, Equatable {
  /// The option.
  public let name: DeckOptionName

  /// An error about an option.
  public init(name: DeckOptionName) { self.name = name }

  /// What it can be, in words.
  public var allowed: String { DeckOptions.allowed(name) }
}
