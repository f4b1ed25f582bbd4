import Foundation
import Testing

/// Changing a card in the editor from the full-screen review.
struct ReviewEditingTests {
  let shell: Shell
  let card: String

  init() throws {
    shell = try Shell()
    try shell.run("deck", "new", "Spanish")
    card = try shell.id(
      shell.run("card", "add", "Spanish", "--front", "perro", "--back", "dog", "--json"))
  }

  private func window(editor text: String) throws -> TerminalWindow {
    try shell.window(
      "review", environment: ["EDITOR": try shell.command("editor", text), "CARD": card])
  }

  private func sides() throws -> [String?] {
    let shown = try shell.run("card", "show", card, "--json").json()
    return [shown["front"] as? String, shown["back"] as? String]
  }

  @Test func `the card that shows is changed, on a terminal that the editor can use`() throws {
    let window = try window(
      editor: #"stty -a > "$HOME/modes"; sed -i 's/perro/el perro/; s/dog/the dog/' "$1""#)
    try window.see("perro", thenType: " ")
    try window.see("dog", thenType: "e")
    try window.see("el perro")
    #expect(window.screen.text.contains("the dog"))
    #expect(window.screen.text.contains("Edited."))
    try window.type("q")
    #expect(try window.end() == .status(0))
    #expect(try window.isRestored())
    #expect(try sides() == ["el perro", "the dog"])
    #expect(try shell.draftFiles() == [])
    let modes = try String(contentsOfFile: shell.path + "/modes", encoding: .utf8)
    #expect(modes.contains(" icanon ") && modes.contains(" echo "))
  }

  @Test func `an editor that changes nothing writes nothing`() throws {
    let before = try shell.run("log", "--jsonl").lines.count
    let window = try window(editor: "exit 0")
    try window.see("perro", thenType: "e")
    try window.see("Nothing changed.", thenType: "q")
    #expect(try window.end() == .status(0))
    #expect(try shell.run("log", "--jsonl").lines.count == before)
    #expect(try shell.draftFiles() == [])
  }

  @Test(arguments: [
    (#"sed -i 's/dog/hound/' "$1"; "$DAYBOOK" card edit "$CARD" --back cur > "$HOME/out""#, "cur"),
    (#"sed -i '/answer goes below/d' "$1""#, "dog"), (#"echo more >> "$1"; exit 3"#, "dog"),
  ])
  func `what cannot be kept is overwritten nowhere and lost nowhere`(
    editor: String, back: String
  ) throws {
    let window = try window(editor: editor)
    try window.see("perro", thenType: "e")
    try window.look { $0.isCovered && $0.text.contains("perro") && !$0.text.contains("? help") }
    try window.type("q")
    #expect(try window.end() == .status(0))
    #expect(try window.isRestored())
    #expect(try sides() == ["perro", back])
    let kept = try #require(try shell.draftFiles().first)
    #expect(window.screen.beside.contains(kept), "the place is told where it stays readable")
  }
}
