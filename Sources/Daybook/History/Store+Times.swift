package import DaybookEvents

extension Store {
  /// When an event was written, as it says itself: milliseconds since 1970; nil where it is not
  /// here.
  package func time(of event: EventName) throws -> Int64? {
    try read { try $0.time(of: event, $1) }
  }

  /// When an event that a person names was written, as it counts: milliseconds since 1970; nil
  /// where there is none.
  ///
  /// - Throws: ``StoreError/ambiguousEvent(_:candidates:)``.
  package func time(ofEventNamed text: String) throws -> Int64? {
    try read { try $0.time(ofEventNamed: text, $1) }
  }

  /// The moment just after the command of an event that a person names: on the timeline, or as
  /// this machine learned of it; nil where there is none.
  ///
  /// - Throws: ``StoreError/ambiguousEvent(_:candidates:)``.
  package func time(afterEventNamed text: String, asKnown: Bool) throws -> PastTime? {
    try read { moment, transaction in
      try moment.event(named: text, transaction).map {
        try moment.moment(after: $0, asKnown: asKnown, transaction)
      }
    }
  }

  /// When history begins, where that is after a past moment: milliseconds since 1970; nil where
  /// something belongs to the moment, or nothing was ever written.
  package func beginning(after time: PastTime) throws -> Int64? {
    try read { try $0.beginning(after: time, $1) }
  }
}
