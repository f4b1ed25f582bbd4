import Daybook
import DaybookConsole

/// What was answered in a session.
struct ReviewTally {
  private var answers: [Answer] = []
  private var milliseconds: UInt64 = 0

  /// Counts an answer.
  mutating func note(_ answer: Answer, milliseconds: UInt64) {
    answers.append(answer)
    self.milliseconds += milliseconds
  }

  /// Forgets the last answer, if there was one in this session.
  mutating func takeBack() { _ = answers.popLast() }

  /// `daybook.review/1`.
  func json(left: ReviewQueue) -> JSON {
    var members: [(String, JSON)] = [
      ("schema", "daybook.review/1"), ("reviewed", .integer(Int64(answers.count))),
    ]
    members += Answer.allCases.map { answer in
      (answer.rawValue, .integer(Int64(count(answer))))
    }
    members += [
      ("seconds", .number(Double(milliseconds) / 1000)),
      (
        "left",
        [
          "learning": .integer(Int64(left.learning.count)),
          "due": .integer(Int64(left.reviews.count)), "new": .integer(Int64(left.new.count)),
        ]
      ),
      ("message", .string(encouragement(left: left.count))),
    ]
    return .object(members)
  }

  /// The counts and a kind word.
  func summary(left: Int) -> String {
    guard !answers.isEmpty else { return encouragement(left: left) }
    let counts = Answer.allCases.compactMap { answer in
      count(answer) > 0 ? "\(count(answer)) \(answer.rawValue)" : nil
    }
    let seconds = Int((Double(milliseconds) / 1000).rounded())
    let noun = answers.count == 1 ? "card" : "cards"
    let rest = left > 0 ? "; \(left) left" : ""
    return "\(answers.count) \(noun) in \(Self.duration(seconds)): "
      + counts.joined(separator: ", ") + rest + ".\n" + encouragement(left: left)
  }

  /// One line chosen by how it went: the same result, the same words.
  private func encouragement(left: Int) -> String {
    let forgotten = count(.again)
    if answers.isEmpty {
      return left > 0 ? "Whenever you're ready." : "Nothing is waiting. Enjoy the free time."
    }
    if forgotten == 0 {
      return answers.count >= 10
        ? "Every single one remembered. Wonderful." : "All remembered. Nicely done."
    }
    if forgotten * 5 <= answers.count { return "Well remembered; the few others come back soon." }
    if forgotten * 2 <= answers.count { return "Good work. What was hard gets easier each time." }
    return "Those were hard ones. Seeing them again is how they stick."
  }

  private func count(_ answer: Answer) -> Int { answers.count { $0 == answer } }

  private static func duration(_ seconds: Int) -> String {
    seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s"
  }
}
