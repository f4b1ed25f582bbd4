import Foundation
import Testing

/// What is said of failures, on a store whose notes hold a word that nobody else shall read.
struct MessageTests {
  private static let secret = "zugzwang"

  private func expectFailure(_ result: ShellResult, _ words: [String]) {
    #expect(result.status != 0, "\(words) did not fail")
    #expect(!result.errors.isEmpty, "\(words) says nothing")
    #expect(!result.errors.localizedCaseInsensitiveContains(Self.secret), "\(result.errors)")
  }

  @Test func `what fails says nothing of what notes say`() throws {
    let shell = try Shell()
    let item = try shell.capture("\(Self.secret) of today", "--body", Self.secret, "--tag", "t")
    let gone = try shell.capture("\(Self.secret) of yesterday")
    try shell.run("delete", gone)
    try shell.run("deck", "new", "Words")
    let card = try shell.id(
      shell.run("card", "add", "Words", "--front", Self.secret, "--back", Self.secret, "--json"))
    let editor = try shell.command("editor", "exit 1")
    let file = shell.path + "/file"
    for (words, input) in [
      (["edit", item, "--due", "whenever"], ""), (["edit", item, "--status", "undone"], ""),
      (["edit", item, "--body", "-"], "\(Self.secret)\0"),
      (["edit", item, "--body", "-"], String(repeating: Self.secret, count: 150_000)),
      (["edit", item], ""), (["edit", gone, "--title", "x"], ""), (["done", gone], ""),
      (["done", card], ""), (["edit", "ffffffffffff", "--title", "x"], ""),
      (["show", "ffffffffffff"], ""), (["card", "show", item], ""),
      (["conflicts", "keep", item, "--both"], ""), (["list", "tag:"], ""),
      (["list", "(zu"], ""), (["collection", "show", item], ""),
      (["review", "--answer", item, "good"], ""), (["merge", file], ""),
      (["import", "taskwarrior", file], ""), (["import", "markdown", file], ""),
      (["export", "markdown", shell.path], ""),
      (["bundle", "create", shell.path + "/no/file"], ""),
    ] {
      try Data("{\"description\": \"\(Self.secret)\", \(Self.secret)\n".utf8)
        .write(to: URL(filePath: file))
      let result = try shell.run(words, input: input, environment: ["EDITOR": editor])
      expectFailure(result, words)
    }
  }
}
