package import ArgumentParser
import Daybook
import DaybookSystem

/// Runs a command line from its words to its exit status.
package enum CommandRunner {
  /// Parses and runs; never returns.
  package static func run(_ root: (some ParsableCommand).Type, _ words: [[UInt8]]) -> Never {
    Host.forgoCrashReports()
    Host.explainDamage()
    do {
      try checkName(words, root)
      var command = try root.parseAsRoot(Word.shielded(words))
      try command.run()
      try Console.checkPrinted()
      root.exit()
    } catch {
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

  /// A mistyped command is answered with the one that was probably meant.
  private static func checkName(
    _ words: [[UInt8]], _ root: (some ParsableCommand).Type
  ) throws {
    guard let word = words.first.map({ String(decoding: $0, as: UTF8.self) }),
      !word.hasPrefix("-")
    else { return }
    let configuration = root.configuration
    let commands =
      configuration.ungroupedSubcommands + configuration.groupedSubcommands.flatMap(\.subcommands)
    let names =
      commands.flatMap { command in
        [command.configuration.commandName ?? ""] + command.configuration.aliases
      } + ["help"]
    guard !names.contains(word) else { return }
    throw UsageError.unknownCommand(nearest: Suggestion.nearest(to: word, among: names))
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
