import DaybookScheduler

extension PortableReview {
  /// The grade; nil for a number that is none.
  var knownGrade: Grade? { Grade(rawValue: grade) }
}
