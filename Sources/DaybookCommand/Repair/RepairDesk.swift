import ArgumentParser
import Daybook
import DaybookConsole
import DaybookSystem

/// Goes from what is damaged to what mends it: each step in a process of its own, and after each
/// another look.
struct RepairDesk {
  private let path: String
  private let sources: [String]
  private let acceptsLoss: Bool

  init(_ path: String, _ sources: [String], acceptsLoss: Bool) {
    (self.path, self.sources, self.acceptsLoss) = (path, sources, acceptsLoss)
  }

  /// Mends what can be mended.
  ///
  /// - Throws: an exit code where a step failed, which has said why.
  func repair() throws -> RepairReport {
    let first = try RepairLook(path)
    var report = RepairReport(first)
    guard !first.isSound else { return report }
    if first.isOfViewsAlone {
      try attempt("rebuild")
      report.last = try RepairLook(path)
      if report.isSound { return report }
    }
    // What other copies have goes back into its place, where the file allows that.
    if !sources.isEmpty, !first.missing.isEmpty, !first.isFileDamaged {
      try attempt("mend", sources: true)
      report.last = try RepairLook(path)
      if report.isSound { return report }
    }
    if acceptsLoss, report.last.isRollbackAlone, !report.last.missing.isEmpty {
      let accepted = try step("accept")
      report.accept(accepted)
      report.last = try RepairLook(path)
      return report
    }
    // Nothing is given up unasked, and nothing made that would lack something.
    let isLossy = !report.last.missing.isEmpty || report.last.unlinked > 0
    guard !isLossy || !sources.isEmpty || acceptsLoss else { return report }
    try makeAnew(&report)
    return report
  }

  /// Makes a new store of all that can be read, and puts it in the place of the damaged one.
  private func makeAnew(_ report: inout RepairReport) throws {
    do {
      let kept = try keepingAlone { store in
        let made = try step("salvage", sources: true, others: acceptsLoss ? ["--accept-loss"] : [])
        report.note(made)
        guard made.value("made") != nil else {
          store.discard()
          return nil as String?
        }
        return try store.adopt(namingOldBy: Self.timeText())
      }
      guard let kept else { return }
      report.keptFile = kept
    }
    if acceptsLoss { try step("settle") }
    report.last = try RepairLook(path)
  }

  private func keepingAlone<Result>(
    _ body: (StoreUnderRepair) throws -> Result
  ) throws -> Result {
    let store = try StoreUnderRepair(at: path)
    return try body(store)
  }

  /// A step that may fail: another look tells what is left, and another way is gone then.
  private func attempt(_ name: String, sources isGivenSources: Bool = false) throws {
    do {
      try step(name, sources: isGivenSources)
    } catch let code as ExitCode where code.rawValue != ExitStatus.interrupted.rawValue {
      return
    }
  }

  @discardableResult
  private func step(
    _ name: String, sources isGivenSources: Bool = false, others: [String] = []
  ) throws -> RepairAnswer {
    var words = ["repair", "--step", name, "--store", path] + others
    if isGivenSources { words += sources.flatMap { ["--from", $0] } }
    let answer = try RepairAnswer(words)
    if case .status(let status) = answer.end, status != 0 { throw ExitCode(status) }
    if case .signal = answer.end {
      Console.note("The file is damaged so badly that this step could not be done.")
    }
    return answer
  }

  /// The time in figures, for the name of a file.
  private static func timeText() -> String {
    let now = SystemClock.nowMilliseconds()
    let clock = LocalClock { LocalTime.offsetMinutes(atMilliseconds: $0) }
    let text = clock.zoned(now).description.prefix(19)
    return text.filter { $0.isNumber || $0 == "T" }
  }
}
