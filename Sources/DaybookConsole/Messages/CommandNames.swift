import ArgumentParser

/// The names of commands, as they are typed.
enum CommandNames {
  /// Looks at the commands that words name, one inside the other, before anything is parsed.
  ///
  /// - Returns: the innermost, or what it does without a further name.
  /// - Throws: ``UsageError/unknownCommand(nearest:within:)`` for a name that there is not.
  static func check(
    _ words: [[UInt8]], _ root: (some ParsableCommand).Type
  ) throws -> any ParsableCommand.Type {
    var current: any ParsableCommand.Type = root
    var path = current.configuration.commandName ?? ""
    for word in words.lazy.map({ String(decoding: $0, as: UTF8.self) }) {
      let children = children(of: current)
      guard !children.isEmpty, !word.hasPrefix("-") else { break }
      if let child = children.first(where: { names(of: $0).contains(word) }) {
        current = child
        path += " " + (child.configuration.commandName ?? "")
        continue
      }
      let known = children.flatMap(names) + ["help"]
      guard !known.contains(word) else { break }
      let nearest = Suggestion.nearest(to: word, among: known)
      // Where there is a subcommand for what names none, the word is probably its own; what the
      // program does without any word takes none.
      let isOwn = current.configuration.defaultSubcommand != nil && current != root
      if isOwn, nearest == nil || word.allSatisfy(\.isHexDigit) { break }
      throw UsageError.unknownCommand(nearest: nearest, within: path)
    }
    return current.configuration.defaultSubcommand ?? current
  }

  private static func children(
    of command: any ParsableCommand.Type
  ) -> [any ParsableCommand.Type] {
    let configuration = command.configuration
    return configuration.ungroupedSubcommands
      + configuration.groupedSubcommands.flatMap(\.subcommands)
  }

  private static func names(of command: any ParsableCommand.Type) -> [String] {
    [command.configuration.commandName ?? ""] + command.configuration.aliases
  }
}
