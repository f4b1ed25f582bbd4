import ArgumentParser
import Daybook
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
        guard words.count == 3, let first = UInt64(words[1]), let last = UInt64(words[2]),
          first <= last
        else { return nil }
        return Missing(replica: words[0], first: first, last: last)
      }
    }

    /// For people.
    var words: String {
      let last = first == last ? "" : "-\(last)"
      return "\(replica):\(first)\(last)"
    }
  }

  /// What verifying found: decided is by codes, and words are for people.
  private struct Problem {
    let code: StoreProblem.Code?
    let position: String
    let words: String

    /// Reads what the step said; what keeps a store from being opened has no code.
    static func all(_ answer: RepairAnswer) -> [Problem] {
      answer.values("problem").filter { $0.count == 3 }.map {
        Problem(code: StoreProblem.Code(rawValue: $0[0]), position: $0[1], words: $0[2])
      }
        + answer.values("failed").compactMap(\.first).map {
          Problem(code: nil, position: "", words: $0)
        }
    }

    /// Where it is; nil where that was said already.
    func damage(besides spoiled: [String]) -> Damage? {
      let place = code == .wrongView || code == .wrongFingerprint ? "views" : "the store"
      let isSaid =
        switch code {
        // Behind a spoiled event nothing can follow.
        case .brokenChain?: !spoiled.isEmpty
        case .damagedEvent?, .wrongIndexEntry?: spoiled.contains(position)
        case nil, .some: false
        }
      return isSaid ? nil : Damage(place: place, what: words)
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
    let verified = try RepairAnswer(["repair", "--step", "verify", "--store", path])
    let pages = file.values("page").filter { $0.count == 2 }
    missing = Missing.all(file)
    unlinked = file.value("unlinked").flatMap { UInt64($0) } ?? 0
    damages = pages.map { Damage(place: $0[0], what: $0[1]) }
    let isOpened = !verified.values("verified").isEmpty
    // Why a store cannot be opened shows in its pages, or is all there is to say.
    let problems = isOpened || pages.isEmpty ? Problem.all(verified) : []
    isFileDamaged = !pages.isEmpty || !isOpened
    let isLogSound = missing.isEmpty && unlinked == 0 && !isFileDamaged
    isOfViewsAlone =
      isLogSound && !problems.isEmpty
      && problems.allSatisfy { $0.code?.isMendedByRebuild ?? false }
    isRollbackAlone =
      !isFileDamaged && unlinked == 0 && !problems.isEmpty
      && problems.allSatisfy { $0.code == .rolledBack }
    if case .signal = verified.end, pages.isEmpty {
      damages.append(Damage(place: "the file", what: "It cannot be walked."))
    }
    let spoiled = file.values("spoiled").compactMap(\.first)
    damages += spoiled.map {
      Damage(place: "position \($0), the log", what: "The event is not what was written.")
    }
    damages += problems.compactMap { $0.damage(besides: spoiled) }
    damages += missing.map {
      Damage(place: "the log of \($0.replica)", what: "Nothing is left here of \($0.words).")
    }
    if !isOpened, damages.isEmpty {
      damages.append(Damage(place: "the store", what: "It could not be verified."))
    }
  }

  /// Whether nothing is wrong.
  var isSound: Bool { damages.isEmpty }
}
