package import DaybookLog
import LMDB

extension Store {
  /// Puts back, byte for byte and in their places, events that other copies have and that are
  /// damaged here, and those that are missing at the ends of logs.
  package func putBack(_ stock: CommandStock) throws -> MergeReport {
    var source = StockSource(stock)
    return try merge(&source, from: "repair")
  }
}

extension FileExamination {
  /// Where a damaged page lies, for people.
  package static func place(of problem: PageProblem) -> String {
    let page = "page \(problem.page)"
    switch problem.table {
    case nil:
      return problem.fault == .header
        ? "header \(problem.page + 1) of the file" : "\(page), the list of free pages"
    case "": return "\(page), the table of tables"
    case "events": return "\(page), the log"
    case "entity": return "\(page), the histories of things"
    case "meta": return "\(page), what is kept of logs and views"
    case "waiting": return "\(page), commands that wait"
    case let name?: return "\(page), the view \(name.prefix { $0 != "@" })"
    }
  }

  /// What is wrong with a page, for people.
  package static func words(of problem: PageProblem) -> String {
    switch problem.fault {
    case .missing: "The file ends before it."
    case .spoiled: "What lies there is not what was written."
    case .disordered: "What lies there belongs elsewhere, or to another time."
    case .usedTwice: "It is used in two places."
    case .header: "It cannot be read."
    }
  }
}
