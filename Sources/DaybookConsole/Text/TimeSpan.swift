/// How long something took or ran, in a person's words.
package enum TimeSpan {
  private static let units: [(milliseconds: Int64, name: String)] = [
    (31_556_952_000, "years"), (86_400_000, "days"), (3_600_000, "hours"), (60_000, "minutes"),
  ]

  /// So many milliseconds in their largest unit of which there are two at least.
  package static func text(_ milliseconds: Int64) -> String {
    for unit in units where milliseconds >= 2 * unit.milliseconds {
      return "\(milliseconds / unit.milliseconds) \(unit.name)"
    }
    return "\(max(0, milliseconds / 1000)) seconds"
  }
}
