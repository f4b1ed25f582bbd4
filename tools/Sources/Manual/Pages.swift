/// The pages of the manual: one for the program, one for each of its commands.
struct Pages {
  private let commands: [ToolDescription.Command]
  private let root: ToolDescription.Command
  private let version: String

  /// Puts together what the program and its helper say. Of a command that both know, the helper
  /// says more, for it carries it out.
  init(_ program: ToolDescription, helper: ToolDescription, version: String) {
    let helped = helper.command.shownSubcommands
    root = program.command
    commands = program.command.shownSubcommands.map { command in
      helped.first { $0.commandName == command.commandName } ?? command
    }
    self.version = version
  }

  /// The pages by the names of their files.
  var files: [String: String] {
    var files = ["daybook.1": overview]
    for command in commands {
      files["daybook-\(command.commandName).1"] = page(of: command)
    }
    return files
  }

  private var overview: String {
    var page = Roff(title: "daybook", version: version)
    name(&page, root.commandName, root.abstract)
    page.section("Synopsis")
    page.raw("\(Roff.bold("daybook")) \(Roff.italic("COMMAND")) [\(Roff.italic("OPTION"))]...")
    page.section("Description")
    page.discussion(root.discussion ?? "")
    page.section("Commands")
    for command in commands {
      page.item(Roff.bold("daybook-\(command.commandName)") + "(1)", command.abstract ?? "")
    }
    Self.surroundings(&page)
    return page.text
  }

  private func page(of command: ToolDescription.Command) -> String {
    let full = "daybook \(command.commandName)"
    var page = Roff(title: "daybook-\(command.commandName)", version: version)
    name(&page, "daybook-\(command.commandName)", command.abstract)
    page.section("Synopsis")
    synopsis(&page, full, command)
    page.section("Description")
    page.paragraph(Self.sentence(command.abstract))
    if let aliases = command.aliases, !aliases.isEmpty {
      page.paragraph("Also: \(aliases.map { "daybook \($0)" }.joined(separator: ", ")).")
    }
    if let discussion = command.discussion { page.discussion(discussion) }
    options(&page, command, "Options")
    for part in command.shownSubcommands {
      page.section("\(full) \(part.commandName)")
      page.paragraph(Self.sentence(part.abstract))
      let parts = (part.discussion ?? "").split(separator: "\n")
      let examples = parts.filter { $0.hasPrefix("  ") }.map { String($0.dropFirst(2)) }
      if !examples.isEmpty { page.example(examples) }
      for line in parts.dropFirst() where !line.hasPrefix("  ") { page.paragraph(String(line)) }
      options(&page, part, nil)
    }
    page.section("See also")
    page.raw("\(Roff.bold("daybook"))(1)")
    return page.text
  }

  private func name(_ page: inout Roff, _ name: String, _ abstract: String?) {
    page.section("Name")
    var words = Self.sentence(abstract)
    if words.hasSuffix(".") { words.removeLast() }
    page.raw("\(Roff.escaped(name)) \\- \(Roff.escaped(words))")
  }

  private func synopsis(
    _ page: inout Roff, _ full: String, _ command: ToolDescription.Command
  ) {
    let parts = command.shownSubcommands
    guard parts.isEmpty else {
      for part in parts { synopsis(&page, "\(full) \(part.commandName)", part) }
      return
    }
    var words = [Roff.bold(full)]
    for argument in command.arguments ?? [] where argument.kind == "positional" {
      let value = Roff.italic((argument.valueName ?? "value").uppercased())
      let repeated = argument.isRepeating ? "\(value)..." : value
      words.append(argument.isOptional ? "[\(repeated)]" : repeated)
    }
    page.raw(words.joined(separator: " ") + " [\(Roff.italic("OPTION"))]...")
    page.raw(".br")
  }

  private func options(
    _ page: inout Roff, _ command: ToolDescription.Command, _ title: String?
  ) {
    let shown = (command.arguments ?? []).filter(\.shouldDisplay)
    guard !shown.isEmpty, command.shownSubcommands.isEmpty else { return }
    if let title { page.section(title) }
    for argument in shown {
      let value = Roff.italic((argument.valueName ?? "value").uppercased())
      let names = (argument.names ?? []).map { Roff.bold($0.typed) }.joined(separator: ", ")
      let term =
        switch argument.kind {
        case "positional": value
        case "option": "\(names) \(value)"
        default: names
        }
      page.item(term, argument.abstract ?? "")
    }
  }

  private static func sentence(_ words: String?) -> String { words ?? "" }
}
