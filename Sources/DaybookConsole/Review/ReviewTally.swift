package import Daybook
package import DaybookEvents

/// What was answered in a session, and what is said about it at the end.
package struct ReviewTally: Equatable, Sendable {
  private struct Entry: Equatable {
    let card: EntityID
    let answer: Answer
    let milliseconds: UInt64
  }

  private var entries: [Entry] = []

  /// Nothing answered yet.
  package init() {}

  /// How many answers count.
  package var count: Int { entries.count }

  /// Counts an answer.
  package mutating func note(_ answer: Answer, to card: EntityID, milliseconds: UInt64) {
    entries.append(Entry(card: card, answer: answer, milliseconds: milliseconds))
  }

  /// Forgets the last answer to a card, if there was one in this session.
  package mutating func takeBack(_ card: EntityID) {
    if let index = entries.lastIndex(where: { $0.card == card }) { entries.remove(at: index) }
  }

  /// `daybook.review/1`.
  package func json(left: ReviewCounts) -> JSON {
    var members: [(String, JSON)] = [
      ("schema", "daybook.review/1"), ("reviewed", .integer(Int64(count))),
    ]
    members += Answer.allCases.map { answer in
      (answer.rawValue, .integer(Int64(count(answer))))
    }
    members += [
      ("seconds", .number(Double(milliseconds) / 1000)),
      (
        "left",
        [
          "learning": .integer(Int64(left.learning)), "due": .integer(Int64(left.due)),
          "new": .integer(Int64(left.new)),
        ]
      ),
      ("message", .string(encouragement(left: left.total).line)),
    ]
    return .object(members)
  }

  /// The counts and a kind word.
  package func summary(left: Int) -> [String] {
    let kindWord = encouragement(left: left).line
    guard count > 0 else { return [kindWord] }
    let counts = Answer.allCases.compactMap { answer in
      count(answer) > 0 ? "\(count(answer)) \(answer.rawValue)" : nil
    }
    let seconds = Int((Double(milliseconds) / 1000).rounded())
    let noun = count == 1 ? "card" : "cards"
    let rest = left > 0 ? "; \(left) left" : ""
    return [
      "\(count) \(noun) in \(Self.duration(seconds)): "
        + counts.joined(separator: ", ") + rest + ".",
      kindWord,
    ]
  }

  private func encouragement(left: Int) -> Encouragement {
    Encouragement(answered: count, forgotten: count(.again), left: left)
  }

  private func count(_ answer: Answer) -> Int { entries.count { $0.answer == answer } }

  private var milliseconds: UInt64 {
    entries.reduce(0) { $0.addingReportingOverflow($1.milliseconds).partialValue }
  }

  private static func duration(_ seconds: Int) -> String {
    seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s"
  }
}
