import Foundation
import Testing

/// The page of commands, against the commands there are.
struct DocumentedCommandsTests {
  /// A command as the parser describes it for tools.
  private struct Description: Decodable {
    struct Command: Decodable {
      let commandName: String
      let aliases: [String]?
      let shouldDisplay: Bool
      let subcommands: [Command]?
    }

    let command: Command
  }

  /// The commands that do something, by all they are called after `daybook`, with their aliases.
  private static func leaves(_ command: Description.Command, _ path: [String]) -> [String: [String]]
  {
    guard command.shouldDisplay, command.commandName != "help" else { return [:] }
    guard let subcommands = command.subcommands, !subcommands.isEmpty else {
      return [path.joined(separator: " "): command.aliases ?? []]
    }
    return subcommands.reduce(into: [:]) { found, subcommand in
      found.merge(leaves(subcommand, path + [subcommand.commandName])) { first, _ in first }
    }
  }

  /// The commands in the first column of the page's tables, with the aliases beside them.
  private static func documented(_ page: String) -> [String: [String]] {
    page.split(separator: "\n").reduce(into: [:]) { found, line in
      guard let row = line.firstMatch(of: #/^\| `([a-z][a-z -]*)`(?: \(([^)]*)\))? \|/#) else {
        return
      }
      let aliases = (row.2 ?? "").split(separator: ",")
        .map { String($0.filter { $0 != "`" && $0 != " " }) }
      found[String(row.1)] = aliases
    }
  }

  @Test func `every command is documented, and no other`() throws {
    let help = try Shell().run("--experimental-dump-help").output
    let description = try JSONDecoder().decode(Description.self, from: Data(help.utf8))
    let commands = Self.leaves(description.command, [])
    #expect(commands.count >= 40)
    let path = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/Daybook/Daybook.docc/Commands.md")
    let page = Self.documented(try String(contentsOf: path, encoding: .utf8))
    #expect(Set(commands.keys).subtracting(page.keys).sorted() == [], "missing on the page")
    #expect(Set(page.keys).subtracting(commands.keys).sorted() == [], "on the page alone")
    for (command, aliases) in commands { #expect(page[command] == aliases, "\(command)") }
  }
}
