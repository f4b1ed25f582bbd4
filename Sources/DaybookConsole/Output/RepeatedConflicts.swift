package import Daybook
import DaybookEvents

/// Conflicts that come again and again: one or two are merged without a word, and listed for who
/// looks; with the third a person is told what happens and where to see it.
package struct RepeatedConflicts {
  private static let threshold = 3
  private let count: Int
  private let names: [String]

  /// What to tell after a merge; nil for nothing: no new conflict, or few altogether.
  package init?(_ report: MergeReport) {
    guard !report.changes.newConflicts.isEmpty, report.conflicts.count >= Self.threshold,
      let moment = report.changes.moment
    else { return nil }
    count = report.conflicts.count
    let replicas = Set(report.conflicts.flatMap { $0.writes.map(\.event.replica) })
    names = replicas.map { VisibleText.line(moment.replicaName($0).bytes) }.sorted()
  }

  /// What happened, why, and where to look.
  package var notice: String {
    let who = names.dropLast().joined(separator: ", ") + (names.count > 1 ? " and " : "")
    return "Changes Merged: \(who)\(names.last ?? "") wrote \(count) things differently, not "
      + "knowing of each other; one version of each shows, and all are kept. "
      + "See daybook conflicts."
  }
}
