/// What a person needs to hear when something did not work: what happened, whether their data
/// is safe, what to do.
///
/// One short sentence each, friendly, in everyday words: no error codes, no names of types or
/// libraries, nobody blamed, never a note's text. `HouseRulesTests` reads them all.
public struct Explanation: Equatable, Sendable {
  /// What happened, and why where that is known: "We couldn't sync because you're offline."
  public let whatHappened: String
  /// What became of the person's data: "Your changes are saved."
  public let dataSafety: String
  /// What to do now: "They will sync when you're back online."
  public let nextStep: String

  /// An explanation of three sentences, none empty.
  public init(whatHappened: String, dataSafety: String, nextStep: String) {
    self.whatHappened = whatHappened
    self.dataSafety = dataSafety
    self.nextStep = nextStep
  }
}

extension Explanation: CustomStringConvertible {
  /// The three sentences, one after the other. What they name, say a file, stands in them as it is.
  public var description: String { "\(whatHappened) \(dataSafety) \(nextStep)" }
}
