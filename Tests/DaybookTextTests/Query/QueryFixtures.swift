import DaybookText

enum QueryFixtures {
  /// A parser on Saturday 2026-11-21, 08:15 UTC.
  static let parser = QueryParser { direction in
    TimeParser(now: 1_795_248_900_000, offsetMinutes: { _ in 0 }, direction: direction)
  }
}
