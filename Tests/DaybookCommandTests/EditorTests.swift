import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// When an editor is opened, and what becomes of the text that is in it.
struct EditorTests {
  let shell: Shell
  let id: String

  init() throws {
    shell = try Shell()
    id = try shell.capture("Draft", "--body", "one")
  }

  private func editor() throws -> String {
    try shell.command("editor", #"touch opened; sed -i 's/one/two/' "$1""#)
  }

  private var isOpened: Bool { FileManager.default.fileExists(atPath: shell.path + "/opened") }

  /// F19.
  @Test func `no editor is opened where asking is forbidden`() throws {
    try shell.run("deck", "new", "Spanish")
    let card = try shell.id(
      shell.run("card", "add", "Spanish", "--front", "a", "--back", "one", "--json"))
    let editor = try editor()
    for words in [["edit", id], ["capture", "--edit"], ["card", "edit", card], ["edit", id]] {
      let result = try shell.run(words + ["--no-input"], environment: ["EDITOR": editor])
      #expect(result.status == 64, "\(words): \(result.errors)")
      #expect(!isOpened, "\(words)")
    }
    #expect(try shell.draftFiles() == [])
  }

  /// F19.
  @Test func `an editor that draws on a terminal is not opened in a pipe`() throws {
    let named = [[:], ["EDITOR": "vi"], ["VISUAL": "/usr/bin/vim -f"], ["DAYBOOK_EDITOR": "nano"]]
    for environment in named {
      let result = try shell.script(
        #"{ "$DAYBOOK" edit \#(id) < /dev/null; echo $?; } | cat"#, environment: environment)
      #expect(result.lines == ["64"], "\(environment): \(result.output)")
      #expect(result.errors.contains("needs a terminal"), "\(result.errors)")
    }
    // A script, or an editor with windows of its own, needs none.
    #expect(try shell.run("edit", id, environment: ["EDITOR": editor()]).status == 0)
    #expect(isOpened)
  }

  /// F19.
  @Test func `a text lies in the store only, and what a killed editor leaves goes or is kept`()
    throws
  {
    let idle = try shell.command("idle", #"echo "$1" > place; sleep 60"#)
    let busy = try shell.command(
      "busy", #"echo more >> "$1"; chmod 600 "$1"; echo "$1" > place; sleep 60"#)
    for editor in [idle, busy] {
      let place = try killWhileOpen(editor)
      #expect(place.hasPrefix(shell.path + "/.local/share/daybook/drafts/open-"))
      let mode = try FileManager.default.attributesOfItem(atPath: place)[.posixPermissions]
      #expect(mode as? Int == 0o600)
    }
    #expect(try shell.draftFiles().count == 1, "what nobody wrote to is gone")
    let next = try shell.run("edit", id, environment: ["EDITOR": editor()])
    #expect(next.status == 0)
    let left = try shell.draftFiles()
    #expect(left.count == 1)
    let kept = try #require(left.first)
    #expect(next.errors.contains(kept), "\(next.errors)")
    #expect(try String(contentsOfFile: kept, encoding: .utf8).contains("more"))
    let last = try shell.run("edit", id, environment: ["EDITOR": editor()])
    #expect(!last.errors.contains(kept), "it is said once")
    #expect(try shell.draftFiles() == left)
  }

  /// Kills the program while its editor shows a text.
  ///
  /// - Returns: where the text lies.
  private func killWhileOpen(_ editor: String) throws -> String {
    let place = shell.path + "/place"
    let result = try shell.script(
      """
      rm -f place
      "$DAYBOOK" edit \(id) &
      daybook=$!
      until test -s place; do :; done
      kill -9 $daybook
      pkill -9 -P $daybook
      cat place
      """, environment: ["EDITOR": editor])
    #expect(FileManager.default.fileExists(atPath: place))
    return try #require(result.lines.first)
  }
}
