import Foundation
import Testing

/// What is captured from standard input, and what is no title.
struct CaptureInputTests {
  let shell: Shell

  init() throws { shell = try Shell() }

  private func captured(_ words: String..., input: String) throws -> [String] {
    let item = try shell.run(["capture", "--json"] + words, input: input).json()
    return try [
      #require(item["title"] as? String, "\(item)"), #require(item["body"] as? String),
    ]
  }

  /// F16.
  @Test func `a text that comes in by a pipe is captured, its first line as the title`() throws {
    #expect(try captured(input: "Call Marta\n") == ["Call Marta", ""])
    #expect(try captured("-", input: "Call Marta") == ["Call Marta", ""])
    let letter = "Dear Marta\n\nThe boat is\n  mended.\n"
    #expect(try captured("-", input: letter) == ["Dear Marta", "The boat is\n  mended."])
    #expect(try captured("--no-input", input: "one\ntwo") == ["one", "two"])
    #expect(try captured(input: "\n \nlate\nrest\n") == ["late", "rest"])
    #expect(try captured("-", "--body", "by hand", input: "one\n") == ["one", "by hand"])
    #expect(try captured(input: "\u{FEFF}one\r\ntwo\r\nthree\r") == ["one", "two\nthree\r"])
    #expect(try captured("--", "-", input: "not read") == ["-", ""])
    #expect(try captured("a", "-", "b", input: "not read") == ["a - b", ""])
  }

  /// F16.
  @Test func `the editor and a pipe tell title and text apart in the same way`() throws {
    let text = "\nDear Marta\n\n\nThe boat\n"
    let editor = try shell.command("write", "printf '\(text)' > \"$1\"")
    let written = try shell.run("capture", "--edit", "--json", environment: ["EDITOR": editor])
    let item = try written.json()
    let piped = try captured(input: text)
    #expect(item["title"] as? String == piped[0])
    #expect(item["body"] as? String == piped[1])
  }

  /// F16.
  @Test func `a capture with words does not wait for a pipe that stays open`() throws {
    let result = try shell.script(
      """
      mkfifo pipe && sleep 30 > pipe &
      waiting=$!
      until test -p pipe; do :; done
      "$DAYBOOK" capture some words < pipe
      status=$?
      kill $waiting
      exit $status
      """)
    #expect(result.status == 0, "\(result.errors)")
  }

  /// F16.
  @Test func `nothing to capture is told, and makes no store`() throws {
    for words in [["capture"], ["capture", "-"], ["capture", "--no-input"], ["capture", " \t"]] {
      for input in ["", " \n\n\t\n"] where words.last != "-" || !input.isEmpty {
        let result = try shell.run(words, input: input)
        #expect(result.status == 64, "\(words)")
        #expect(result.errors.contains("the text to capture"), "\(words): \(result.errors)")
      }
    }
    #expect(try shell.run("capture", "-", "--body", "-", input: "x").status == 64)
    #expect(try shell.run("capture", "-", "--body", "x", input: "one\ntwo").status == 64)
    #expect(!FileManager.default.fileExists(atPath: shell.path + "/.local"))
  }

  /// F16.
  @Test func `what standard input cannot hold is refused with its place`() throws {
    let nul = try shell.run("capture", "-", input: "one\ntw\0o")
    #expect(nul.status == 65)
    #expect(nul.errors.contains("standard input:2:3"), "\(nul.errors)")
    let large = String(repeating: "x", count: (1 << 20) + 1)
    let refused = try shell.run("capture", input: large)
    #expect(refused.status == 65)
    #expect(refused.errors.contains("1 MiB"), "\(refused.errors)")
    #expect(try shell.run("capture", "t", "--body", "-", input: "a\0").status == 65)
  }

  /// F16.
  @Test func `a blank title or name is refused wherever one is taken`() throws {
    let item = try shell.capture("Draft")
    try shell.run("collection", "new", "Garden")
    try shell.run("deck", "new", "Spanish")
    let card = try shell.id(
      shell.run("card", "add", "Spanish", "--front", "a", "--back", "b", "--json"))
    let before = try shell.run("log", "--jsonl").lines.count
    for name in ["", " "] {
      let begun = try shell.run("capture", "x", "--replica-name", name, "--store", "new")
      #expect(begun.status == 64, "\(begun.errors)")
      #expect(!FileManager.default.fileExists(atPath: shell.path + "/new"))
    }
    for blank in ["", "  ", "\u{3000}\n\t"] {
      for words in [
        ["capture", blank, "--body", "text"], ["edit", item, "--title", blank],
        ["collection", "new", blank], ["collection", "rename", "Garden", blank],
        ["deck", "new", blank], ["deck", "rename", "Spanish", blank],
        ["edit", card, "--front", blank], ["card", "edit", card, "--front", blank],
        ["card", "add", "Spanish", "--front", blank, "--back", "b"],
        ["tag", item, "+" + blank], ["capture", "x", "--tag", blank],
        ["tag", "rename", "x", blank],
      ] {
        let result = try shell.run(words)
        #expect(result.status == 64, "\(words): \(result.errors)")
      }
    }
    let editor = try shell.command("blank", "printf ' \\n\\ntext\\n' > \"$1\"")
    let edited = try shell.run("edit", item, environment: ["EDITOR": editor])
    #expect(edited.status == 64)
    #expect(edited.errors.contains("What you wrote is in"))
    #expect(try shell.run("log", "--jsonl").lines.count == before)
  }
}
