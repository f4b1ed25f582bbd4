import Foundation

/// What a program says of itself: the part that a manual needs of the argument parser's
/// `--experimental-dump-help`.
struct ToolDescription: Decodable {
  /// One command with its parts.
  struct Command: Decodable {
    let commandName: String
    let abstract: String?
    let discussion: String?
    let aliases: [String]?
    let arguments: [Argument]?
    let subcommands: [Command]?
    let shouldDisplay: Bool

    /// The commands inside that a person may type.
    var shownSubcommands: [Command] {
      (subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }
    }
  }

  /// One argument, option or flag.
  struct Argument: Decodable {
    /// One of its names.
    struct Name: Decodable {
      let kind: String
      let name: String

      /// As it is typed.
      var typed: String { (kind == "long" ? "--" : "-") + name }
    }

    let kind: String
    let names: [Name]?
    let valueName: String?
    let abstract: String?
    let isOptional: Bool
    let isRepeating: Bool
    let shouldDisplay: Bool
  }

  let command: Command

  /// Asks a program.
  init(ofProgramAt path: String) throws {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: path)
    process.arguments = ["--experimental-dump-help"]
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    self = try JSONDecoder().decode(ToolDescription.self, from: data)
  }
}
