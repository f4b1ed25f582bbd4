package import Daybook
import DaybookEvents

/// Events in the order in which they came here, under the merges that brought them.
package struct ArrivedLines {
  private let lines: EventLines
  private let merges: [MergeArrival]

  /// Shows events so.
  package init(_ lines: EventLines, _ merges: [MergeArrival]) {
    self.lines = lines
    self.merges = merges
  }

  /// The lines of events, given in that order or from the last to the first.
  package func text(_ accounts: [EventAccount]) -> [String] {
    var text: [String] = []
    var last: MergeArrival?
    for account in accounts {
      let merge = merges.first { $0.holds(account.entry.position) }
      if merge != last, let merge { text += lines.heading(merge) }
      last = merge
      text += lines.text(account)
    }
    return text
  }
}

extension EventLines {
  /// A merge in one line: its name for undo, when it came, from where and how much.
  fileprivate func heading(_ merge: MergeArrival) -> [String] {
    let time = time(of: merge.at)
    return [
      mark(merge.id) + "  merged \(time), from \(VisibleText.line(merge.source)), "
        + Count.text(Int(clamping: merge.events), "event")
    ]
  }
}
