import Daybook
import DaybookConsole
import DaybookEvents
import DaybookSystem

/// One step of a repair, in a process of its own: a damaged file can end it, and the process that
/// asked for it knows then. It answers in lines of words between tabs.
struct RepairStep {
  private let path: String
  private let options: StoreOptions
  private let sources: [String]
  private let acceptsLoss: Bool

  init(_ path: String, _ options: StoreOptions, _ sources: [String], _ acceptsLoss: Bool) {
    self.path = path
    var options = options
    options.createsMissing = false
    options.onNewIdentity = nil
    (self.options, self.sources, self.acceptsLoss) = (options, sources, acceptsLoss)
  }

  func run(_ step: String) throws {
    Host.forgoCrashReports()
    switch step {
    case "look": try look()
    case "verify": try verify()
    case "mend": try mend()
    case "rebuild": try Store.open(at: path, options: options).rebuildViews()
    case "salvage": try salvage()
    case "accept": try accept()
    case "settle": try Store.open(at: path, options: options).settleWitness()
    default: throw UsageError.unknownValue(option: "--step", known: [])
    }
  }

  private func answer(_ words: String...) { Console.print(words.joined(separator: "\t")) }

  private func answer(missing: [WithheldEvents]) {
    for events in missing {
      answer(
        "missing", events.replica.description, "\(events.sequences.lowerBound)",
        "\(events.sequences.upperBound)")
    }
  }

  private func look() throws {
    let found = try FileExamination(storeAt: path)
    for problem in found.pages {
      answer(
        "page", FileExamination.place(of: problem), FileExamination.words(of: problem))
    }
    for position in found.spoiledPositions { answer("spoiled", "\(position)") }
    answer(missing: found.missing)
    answer("unlinked", "\(found.unlinkedCount)")
    answer("events", "\(found.eventCount)")
  }

  /// Answers with the code of each problem, the position that it is about, and words for people. A
  /// store that cannot be opened has failed, and nothing was verified.
  private func verify() throws {
    var options = options
    options.allowsShortFile = true
    do {
      let report = try Store.openToInspect(at: path, options: options)
        .verify(includesMedia: false)
      for problem in report.found {
        let position = problem.position.map { "\($0)" } ?? ""
        answer("problem", problem.code.rawValue, position, problem.words)
      }
    } catch let error where StoreFailure(error) == .damaged {
      answer(
        "problem", StoreProblem.Code.unreadable.rawValue, "",
        "A part of the store is damaged and cannot be read.")
    } catch {
      guard let (explanation, _) = CommandFailure.explained(error) else { throw error }
      return answer("failed", explanation.whatHappened)
    }
    answer("verified")
  }

  private func missing() throws -> MissingEvents {
    let missing = try MissingEvents(
      missingIn: path, from: sources, through: Host.executablePath() ?? "daybook")
    for (path, error) in missing.failures {
      let why = CommandFailure.explained(error)?.0.whatHappened ?? "It cannot be read."
      Console.note("\(VisibleText.line(path)) was passed over: \(why)")
    }
    return missing
  }

  private func mend() throws {
    let report = try missing().putBack(into: Store.open(at: path, options: options))
    answer("mended", "\(report)")
  }

  private func salvage() throws {
    let report = try missing().salvage(options, acceptsLoss: acceptsLoss)
    answer(missing: report.missing)
    answer("unlinked", "\(report.unlinked)")
    for problem in report.problems { answer("problem", problem) }
    guard report.isMade else { return }
    answer("lost", "\(report.lost)")
    answer("reissued", "\(report.reissued)")
    if let replica = report.newReplica { answer("replica", replica.description) }
    answer("made", report.fingerprint)
  }

  private func accept() throws {
    let store = try Store.open(at: path, options: options)
    let given = try store.acceptRollback()
    answer(missing: given)
    answer("lost", "\(given.eventCount)")
    answer("replica", try store.status().replica.description)
  }
}
