import ArgumentParser
import DaybookConsole
import DaybookSystem

/// What the steps of a repair answer.
struct RepairAnswer {
  let lines: [[String]]
  let end: ProcessExit

  /// Runs a step in a process of its own.
  ///
  /// - Throws: an exit code where somebody stopped it.
  init(_ words: [String]) throws {
    let child = try ChildProcess(starting: Host.executablePath() ?? "daybook", words)
    child.closeInput()
    var bytes: [UInt8] = []
    while true {
      let more = try child.read(atMost: 1 << 20)
      if more.isEmpty { break }
      bytes += more
    }
    end = try child.wait()
    lines = bytes.split(separator: 0x0A).map { line in
      line.split(separator: 0x09, omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    if case .signal(let signal) = end, ChildCheck.isStopped(by: signal) {
      Console.note("The repair was stopped before its end. The store is as it was.")
      throw ExitCode(ExitStatus.interrupted.rawValue)
    }
  }

  /// What was said under a word, line by line.
  func values(_ word: String) -> [[String]] {
    lines.filter { $0.first == word }.map { Array($0.dropFirst()) }
  }

  /// The first thing said under a word.
  func value(_ word: String) -> String? { values(word).first?.first }
}

/// What is found of a store that may be damaged: page by page, and event by event.
struct RepairLook {
  /// One thing that is damaged.
  struct Damage: Equatable {
    let place: String
    let what: String
  }

  /// Events of one log of which nothing is left.
  struct Missing: Equatable {
    let replica: String
    let first: UInt64
    let last: UInt64

    /// Reads what a step said.
    static func all(_ answer: RepairAnswer) -> [Missing] {
      answer.values("missing").compactMap { words in
        guard words.count == 3, let first = UInt64(words[1]), let last = UInt64(words[2]) else {
          return nil
        }
        return Missing(replica: words[0], first: first, last: last)
      }
    }

    /// For people.
    var words: String {
      let last = first == last ? "" : "-\(last)"
      return "\(replica):\(first)\(last)"
    }
  }

  private(set) var damages: [Damage] = []
  let missing: [Missing]
  let unlinked: UInt64
  /// Whether the file is damaged, beyond rows that are not what was written.
  let isFileDamaged: Bool
  /// Whether all that is wrong follows from sound events.
  let isOfViewsAlone: Bool
  /// Whether all that is wrong is that the file went back in time.
  let isRollbackAlone: Bool

  /// Looks at a store.
  init(_ path: String) throws {
    let file = try RepairAnswer(["repair", "--step", "look", "--store", path])
    if case .status(let status) = file.end, status != 0 { throw ExitCode(status) }
    let verified = try RepairAnswer([
      "verify", "--in-process", "--without-files", "--store", path,
    ])
    let pages = file.values("page").filter { $0.count == 2 }
    missing = Missing.all(file)
    unlinked = file.value("unlinked").flatMap { UInt64($0) } ?? 0
    damages = pages.map { Damage(place: $0[0], what: $0[1]) }
    let isSound = verified.end == .status(ExitStatus.done.rawValue)
    // Why a store cannot be opened shows in its pages, or is all there is to say.
    let isOpened = isSound || verified.end == .status(ExitStatus.failed.rawValue)
    let isTold = isSound || !isOpened && !pages.isEmpty
    let problems = isTold ? [] : verified.lines.map { $0.joined(separator: " ") }
    isFileDamaged = !pages.isEmpty || !isOpened
    let rollback = problems.filter { $0.contains("rolled back") }
    let views = problems.filter { $0.hasSuffix("rebuild mends it.") }
    let isLogSound = missing.isEmpty && unlinked == 0 && !isFileDamaged
    isOfViewsAlone = isLogSound && !views.isEmpty && views.count == problems.count
    isRollbackAlone =
      !isFileDamaged && unlinked == 0 && !rollback.isEmpty && rollback.count == problems.count
    if case .signal = verified.end, pages.isEmpty {
      damages.append(Damage(place: "the file", what: "It cannot be walked."))
    }
    for position in file.values("spoiled").compactMap(\.first) {
      damages.append(
        Damage(place: "position \(position), the log", what: "The event is not what was written."))
    }
    // Behind a spoiled event nothing can follow.
    let isSpoiled = !file.values("spoiled").isEmpty
    let told = problems.filter { !isSpoiled || !$0.hasSuffix("does not follow the one before it.") }
    damages += told.compactMap { Self.damage($0, besides: damages) }
    damages += missing.map {
      Damage(place: "the log of \($0.replica)", what: "Nothing is left here of \($0.words).")
    }
  }

  /// Whether nothing is wrong.
  var isSound: Bool { damages.isEmpty }

  /// A problem that verifying found, unless it is said already.
  private static func damage(_ problem: String, besides known: [Damage]) -> Damage? {
    let isOfPosition =
      problem.contains(" position ")
      && (problem.hasSuffix("is not what was written.") || problem.hasPrefix("The history"))
    let words = problem.split(separator: " ")
    if isOfPosition, let index = words.firstIndex(of: "position"), index + 1 < words.count,
      case let number = words[index + 1].prefix(while: \.isNumber),
      known.contains(where: { $0.place.hasPrefix("position \(number),") })
    {
      return nil
    }
    let place =
      problem.hasPrefix("The view") || problem.hasPrefix("The fingerprint") ? "views" : "the store"
    return Damage(place: place, what: problem)
  }
}
