import Foundation
import Testing

/// What a person is asked who sits at a terminal, which `script` of util-linux imitates.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")))
struct EditOnTerminalTests {
  let shell: Shell
  let id: String

  init() throws {
    shell = try Shell()
    id = try shell.capture("Draft", "--body", "one")
  }

  /// Edits while the text is changed elsewhere, and answers what is asked.
  private func edit(answering answer: String) throws -> ShellResult {
    let editor = try shell.command(
      "editor",
      #"""
      if grep -q '^<<<<<<< yours' "$1"; then
        grep -v '^<<<<<<<\|^=======\|^>>>>>>>' "$1" > "$1.new"
        mv "$1.new" "$1"
      else
        sed 's/one/mine/' "$1" > "$1.new"
        mv "$1.new" "$1"
        "$DAYBOOK" edit "$ITEM" --body theirs < /dev/null > /dev/null
      fi
      """#)
    return try shell.script(
      "printf '\(answer)\\n' | script -qec \"$DAYBOOK edit $ITEM\" /dev/null",
      environment: ["EDITOR": editor, "ITEM": id, "TERM": "dumb"])
  }

  private func body() throws -> String? {
    try shell.run("show", id, "--json").json()["body"] as? String
  }

  @Test func `both versions can be merged in the editor`() throws {
    let result = try edit(answering: "m")
    #expect(result.status == 0, "\(result.output)")
    #expect(try body() == "mine\ntheirs")
    #expect(try shell.draftFiles() == [])
  }

  @Test func `the person's own version can be kept`() throws {
    #expect(try edit(answering: "k").status == 0)
    #expect(try body() == "mine")
  }

  @Test func `giving up leaves the other version and a file`() throws {
    let result = try edit(answering: "a")
    #expect(result.status == 0)
    #expect(try body() == "theirs")
    #expect(result.output.contains(try #require(try shell.draftFiles().first)))
  }
}
