public import DaybookEvents

/// How much of a store somebody had seen: the last event of every log. Whoever shows something,
/// lets a person think, and then writes what he decided keeps the version he showed and hands it
/// to ``Store/expecting(_:)``.
///
/// A version holds on every replica that has its events. It can be kept as text.
public struct StoreVersion: Hashable, Sendable {
  /// The events; each stands for its whole command and for everything that was observed by it.
  public let events: Set<EventName>

  /// What was seen by whoever saw these events.
  public init(_ events: some Sequence<EventName>) { self.events = Set(events) }
}

extension StoreVersion: LosslessStringConvertible {
  /// `<replica>~<link>:<sequence>` of each event, in order, with commas between; empty for the
  /// version of an empty store.
  public var description: String {
    events.sorted().map(\.branchDescription).joined(separator: ",")
  }

  /// Reads what ``description`` gives; nil for anything else.
  public init?(_ text: String) {
    var events: Set<EventName> = []
    for name in text.split(separator: ",", omittingEmptySubsequences: !text.contains(",")) {
      let parts = name.split(separator: ":", omittingEmptySubsequences: false)
      let names = parts[0].split(separator: "~", omittingEmptySubsequences: false)
      guard parts.count == 2, names.count == 2, names[1].utf8.count == 16,
        let replica = ReplicaID(String(names[0])), let tag = UInt64(names[1], radix: 16),
        let sequence = UInt64(parts[1])
      else { return nil }
      events.insert(EventName(replica: replica, sequence: sequence, tag: tag))
    }
    self.init(events)
  }
}
