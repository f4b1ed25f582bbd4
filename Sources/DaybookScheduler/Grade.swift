/// How well the person remembered, as pressed.
///
/// Raw values are written to disk: never renumber or reuse one.
package enum Grade: UInt8, CaseIterable, Comparable, Sendable {
  case again = 1
  case hard = 2
  case good = 3
  case easy = 4

  /// Place of this grade in a table of four, 0...3.
  var index: Int { Int(rawValue) - 1 }

  /// Whether `left` is the lower grade.
  package static func < (left: Grade, right: Grade) -> Bool { left.rawValue < right.rawValue }
}
