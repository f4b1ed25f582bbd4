package import DaybookEvents
package import DaybookLog
import LMDB

/// What two replicas said to each other that they hold, when they met or since then.
package struct Greeting: Sendable {
  /// What this side said that it holds.
  package let own: [EventName]
  /// What the other side answered.
  package var answer: HeadList

  /// Says hello for a store, and hears the answer.
  ///
  /// - Parameter exchange: sends a hello and returns what comes back.
  package init(_ store: Store, _ exchange: (Frame) throws -> HeadList) throws {
    own = try store.read { moment, _ in moment.state.heads }
    answer = try exchange(Frame(.hello, HeadList(own).encoded()))
  }

  /// All that the other side holds, as far as it said: its own heads, and those of this side.
  package var heads: [EventName] {
    answer.names + answer.held.compactMap { $0 < own.count ? own[Int($0)] : nil }
  }

  /// The heads that both hold.
  package func common(with store: Store) throws -> [EventName] {
    try store.read { moment, transaction in
      try heads.filter { try moment.log.locate($0, moment.state, transaction) != nil }
    }
  }

  /// What to ask for: the heads that both hold; nil where the other side has nothing new.
  package func want(of store: Store) throws -> HeadList? {
    let common = try common(with: store)
    let known = Set(common)
    let isMore = answer.waiting > 0 || answer.names.contains { !known.contains($0) }
    return isMore ? HeadList(common) : nil
  }
}
