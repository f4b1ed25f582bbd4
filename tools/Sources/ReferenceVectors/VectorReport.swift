/// What checking a file came to.
package struct VectorReport: Sendable {
  /// The comparisons of one quantity.
  package struct Tally: Sendable {
    /// How many values were compared.
    package fileprivate(set) var checked = 0
    /// How many of them are too far off.
    package fileprivate(set) var misses = 0
    /// The greatest deviation.
    package fileprivate(set) var worst = 0.0
    /// Where it was.
    package fileprivate(set) var worstPlace = ""
  }

  /// How many histories there are.
  package internal(set) var cases = 0
  /// How many reviews they have.
  package internal(set) var reviews = 0
  /// By quantity.
  package private(set) var tallies: [Quantity: Tally] = [:]
  /// How many times a field was absent and what depends on it was not checked.
  package private(set) var absences: [String: Int] = [:]

  /// Whether nothing is too far off.
  package var isClean: Bool { tallies.values.allSatisfy { $0.misses == 0 } }

  mutating func compare(_ quantity: Quantity, _ found: Double, _ expected: Double, _ place: String)
  {
    note(quantity, quantity.deviation(found, expected), place)
  }

  /// Notes a deviation.
  mutating func note(_ quantity: Quantity, _ deviation: Double, _ place: String) {
    var tally = tallies[quantity] ?? Tally()
    tally.checked += 1
    if deviation > quantity.tolerance { tally.misses += 1 }
    if deviation > tally.worst || tally.worstPlace.isEmpty {
      tally.worst = deviation
      tally.worstPlace = place
    }
    tallies[quantity] = tally
  }

  /// The value, noted as absent if it is.
  mutating func present<Value>(_ value: Value?, _ field: String) -> Value? {
    if value == nil { absences[field, default: 0] += 1 }
    return value
  }

  /// The report for people.
  package var text: String {
    let titles = ["quantity", "checked", "missed", "worst", "allowed", "worst in"]
    let rows = Quantity.allCases.compactMap { quantity -> [String]? in
      guard let tally = tallies[quantity] else { return nil }
      return [
        quantity.rawValue, "\(tally.checked)", "\(tally.misses)", Self.short(tally.worst),
        Self.short(quantity.tolerance), tally.worst > 0 ? tally.worstPlace : "",
      ]
    }
    let lines = [titles] + rows
    let widths = titles.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    let table = lines.map { cells in
      let line = zip(cells, widths).map {
        $0 + String(repeating: " ", count: $1 - $0.count)
      }.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
    let skipped = absences.sorted { $0.key < $1.key }.map {
      "\($0.key) is absent \($0.value) times: what depends on it was not checked"
    }
    let misses = tallies.values.reduce(0) { $0 + $1.misses }
    let verdict = misses == 0 ? "everything is within its tolerance" : "\(misses) misses"
    return (["\(cases) cases, \(reviews) reviews"] + table + skipped + [verdict])
      .joined(separator: "\n")
  }

  /// A deviation with two digits, as 6.2e-05.
  private static func short(_ number: Double) -> String {
    guard number > 0, number.isFinite else { return number == 0 ? "0" : "\(number)" }
    var (mantissa, exponent) = (number, 0)
    while mantissa < 1 { (mantissa, exponent) = (mantissa * 10, exponent - 1) }
    while mantissa >= 10 { (mantissa, exponent) = (mantissa / 10, exponent + 1) }
    let rounded = (mantissa * 10).rounded() / 10
    return rounded < 10 ? "\(rounded)e\(exponent)" : "1.0e\(exponent + 1)"
  }
}
