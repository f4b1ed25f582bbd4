import DaybookText

enum QueryFixtures {
  /// An attribute of known words, and one that holds any text.
  static let values = QueryValues(attributes: [
    QueryValues.Attribute(name: "priority", words: ["low", "normal", "high"]),
    QueryValues.Attribute(name: "place", words: nil),
  ])

  /// A parser on Saturday 2026-11-21, 08:15 UTC.
  static let parser = QueryParser(values: values) { direction in
    TimeParser(now: 1_795_248_900_000, offsetMinutes: { _ in 0 }, direction: direction)
  }
}
