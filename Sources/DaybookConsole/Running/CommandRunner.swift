package import ArgumentParser
import Daybook
import DaybookSystem

/// Runs a command line from its words to its exit status.
package enum CommandRunner {
  /// Parses and runs; never returns.
  package static func run(_ root: (some ParsableCommand).Type, _ words: [[UInt8]]) -> Never {
    Host.prepareProcess()
    Host.explainDamage()
    do {
      if try answerVersion(words) { root.exit() }
      let dashes = DashWords(words, of: try CommandNames.check(words, root), root)
      var command = try root.parseAsRoot(Word.shielded(words, dashes))
      for remark in dashes.remarks(on: words) { Console.note(remark) }
      try command.run()
      try Console.checkPrinted()
      root.exit()
    } catch {
      if Console.isOfClosedPipe(error) { Host.endByBrokenPipe() }
      guard let (explanation, status) = CommandFailure.explained(error) else {
        end(error, root)
      }
      let style = Style(isTerminal: Terminal.isInteractive(Terminal.errorOutput), noColor: false) {
        Host.environment($0)
      }
      Console.note(explanation.lines(style: style))
      root.exit(withError: ExitCode(status.rawValue))
    }
  }

  /// Help and the like go out as they are; what the parser says of words it cannot use may quote
  /// them, so it is made safe to print.
  private static func end(_ error: any Error, _ root: (some ParsableCommand).Type) -> Never {
    let code = root.exitCode(for: error)
    guard code == .validationFailure else { root.exit(withError: error) }
    Console.note(VisibleText.lines(Word.unshielded(root.fullMessage(for: error))))
    root.exit(withError: code)
  }

  /// `daybook --version`, also with `--json`: which program this is, and which stores it writes.
  ///
  /// - Returns: whether that was asked.
  /// - Throws: a usage error where it is asked of a command.
  private static func answerVersion(_ words: [[UInt8]]) throws -> Bool {
    let words = words.map { String(decoding: $0, as: UTF8.self) }
    guard words.prefix(while: { $0 != "--" }).contains("--version") else { return false }
    guard words.allSatisfy({ $0 == "--version" || $0 == "--json" }) else {
      throw UsageError.contradiction("--version stands alone: it is the program's")
    }
    let format = Int64(clamping: Release.storeFormat)
    let document: JSON = [
      "schema": "daybook.version/1", "version": .string(Release.version),
      "storeFormat": .integer(format),
    ]
    Output(isJSON: words.contains("--json"), noColor: true).show(document) {
      ["daybook \(Release.version) (format \(format))"]
    }
    try Console.checkPrinted()
    return true
  }

  /// Answers what a shell asks: a script that completes command lines, or the words that could
  /// come next. Returns when the words ask something else.
  ///
  /// - Parameter tree: the commands as they are completed.
  package static func complete(_ words: [[UInt8]], _ tree: (some ParsableCommand).Type) {
    guard let first = words.first.map({ String(decoding: $0, as: UTF8.self) }),
      first == "---completion" || first.hasPrefix("--generate-completion-script")
    else { return }
    Host.forgoCrashReports()
    Host.endQuietlyAtDamage()
    do {
      // As they are: what stands on somebody's line is not for this program to run.
      _ = try tree.parseAsRoot(words.map { String(decoding: $0, as: UTF8.self) })
      tree.exit()
    } catch {
      // A message would land in the middle of the line that somebody is typing.
      let isQuestion = first == "---completion" && tree.exitCode(for: error) != .success
      if isQuestion { tree.exit(withError: ExitCode(ExitStatus.wrongUsage.rawValue)) }
      end(error, tree)
    }
  }

  /// Lets the helper that lies beside this program do what needs large libraries: import and
  /// export. Returns when the words name another command.
  package static func handOver(_ words: [[UInt8]]) {
    let helped = ["import", "export"].map { Array($0.utf8) }
    guard let first = words.first, helped.contains(first) else { return }
    let path = Host.executablePath() ?? "daybook"
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) + "/" } ?? ""
    do {
      try ChildProcess.replaceProcess(
        folder + "daybook-interchange", words.map { String(decoding: $0, as: UTF8.self) })
    } catch {
      Console.note("The helper daybook-interchange is missing beside \(path).")
    }
  }
}
