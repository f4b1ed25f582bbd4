import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// What becomes of the terminal, whatever happens to the full-screen review.
struct ReviewInterruptionTests {
  let shell: Shell
  let card: String

  init() throws {
    shell = try Shell()
    try shell.run("deck", "new", "Spanish")
    card = try shell.id(
      shell.run("card", "add", "Spanish", "--front", "perro", "--back", "dog", "--json"))
    try shell.run("card", "add", "Spanish", "--front", "gato", "--back", "cat")
  }

  private func reviews() throws -> Int? {
    try shell.run("card", "show", card, "--json").json()["reviews"] as? Int
  }

  @Test func `the terminal is taken while cards show`() throws {
    let window = try shell.window("review")
    try window.see("perro")
    #expect(window.screen.modes == [1049, 2004])
    #expect(try window.isRestored() == false)
    try window.type("q")
    #expect(try window.end() == .status(0))
    #expect(try window.isRestored())
  }

  @Test func `Control-C leaves at once, and what was answered stays`() throws {
    let window = try shell.window("review")
    try window.see("perro", thenType: " 3")
    try window.see("gato", thenType: "\u{3}")
    #expect(try window.end() == .status(130))
    #expect(try window.isRestored())
    #expect(try reviews() == 1)
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGQUIT])
  func `a program that is asked to end gives the terminal back and ends so`(
    signal: Int32
  ) throws {
    let window = try shell.window("review")
    try window.see("perro")
    window.send(signal)
    #expect(try window.end() == .signal(signal))
    #expect(try window.isRestored())
  }

  @Test(arguments: [SIGILL, SIGTRAP, SIGFPE])
  func `a program that dies of its own fault gives the terminal back`(signal: Int32) throws {
    let window = try shell.window("review")
    try window.see("perro")
    window.send(signal)
    #expect(try window.end() == .signal(signal))
    #expect(try window.isRestored())
  }

  @Test(arguments: [SIGBUS, SIGSEGV, SIGABRT])
  func `a damaged page is explained on a terminal that can be read`(signal: Int32) throws {
    let window = try shell.window("review")
    try window.see("perro")
    window.send(signal)
    #expect(try window.end() == .status(65))
    #expect(try window.isRestored())
    #expect(window.screen.beside.contains("The store's file is damaged"))
  }

  @Test func `a window of another size is painted anew at once`() throws {
    let window = try shell.window("review")
    try window.see("perro", thenType: " ")
    try window.see("dog")
    for (columns, rows) in [(40, 12), (200, 60), (10, 3), (20, 6), (80, 24)] {
      try window.resize(columns: columns, rows: rows)
      let screen = try window.look(for: "\(columns)x\(rows)") { screen in
        guard columns >= 20 else { return screen.text == "Please ma…" }
        return screen.text.contains("dog") && screen.rows[rows]?.contains("q leave") == true
          && (rows < 8 || screen.rows[rows - 2] == String(repeating: "─", count: columns))
      }
      for (row, line) in screen.rows { #expect(row <= rows && line.count <= columns) }
    }
    try window.type("q")
    #expect(try window.end() == .status(0))
    #expect(try window.isRestored())
  }

  @Test func `a program that was stopped from outside paints anew when it goes on`() throws {
    let window = try shell.window("review")
    try window.see("perro")
    let before = window.screen
    window.send(SIGSTOP)
    window.send(SIGCONT)
    // All of it comes again: the screen is taken and cleared.
    try window.type("?")
    try window.see("Keys", thenType: "x")
    try window.see("perro")
    #expect(window.screen.modes == before.modes)
    try window.type("q")
    #expect(try window.end() == .status(0))
    #expect(try window.isRestored())
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash")))
  func `Control-Z gives the terminal to the shell, and fg comes back to the card`() throws {
    let window = try shell.window(
      program: ["/bin/bash", "--norc", "--noprofile", "-i"], environment: ["PS1": "ready> "])
    try window.look { $0.beside.contains("ready> ") }
    try window.type("\"$DAYBOOK\" review\r")
    try window.see("perro", thenType: " ")
    try window.see("dog", thenType: "\u{1A}")
    try window.look { !$0.isCovered && $0.beside.contains("Stopped") }
    #expect(window.screen.modes.isDisjoint(with: [1049]))
    try window.type("echo half\\way\r")
    try window.look { $0.beside.contains("halfway") }
    try window.type("fg\r")
    try window.look { $0.isCovered && $0.text.contains("dog") }
    try window.type("4")
    try window.see("gato", thenType: "q")
    try window.look { !$0.isCovered && $0.beside.contains("1 card in") }
    try window.type("exit\r")
    #expect(try window.end() == .status(0))
    #expect(try reviews() == 1)
  }

  @Test func `a window that is closed ends the program, and what was answered stays`() throws {
    let window = try shell.window("review")
    try window.see("perro", thenType: " 3")
    try window.see("gato")
    window.closeWindow()
    #expect(try window.end() == .signal(SIGHUP))
    #expect(try reviews() == 1)
  }

  @Test func `it ends with its window even where nobody tells it`() throws {
    let window = try shell.window(
      program: ["/bin/sh", "-c", "trap '' HUP; exec \"$DAYBOOK\" review"])
    try window.see("perro", thenType: " 3")
    try window.see("gato")
    window.closeWindow()
    #expect(try window.end() == .status(74))
    #expect(try reviews() == 1)
  }

  @Test func `a program that waits for another says so, and ends when it is asked twice`() throws {
    let window = try shell.window("review")
    try window.see("perro", thenType: " ")
    try window.see("dog")
    let lock = unsafe open(
      shell.path + "/.local/share/daybook/writer.lock", O_RDWR | O_CLOEXEC)
    try #require(lock >= 0 && flock(lock, LOCK_EX) == 0)
    defer { close(lock) }
    try window.type("3")
    try window.see("is writing; waiting for it", thenType: "\u{3}")
    // It cannot answer while it waits; the second time it need not.
    usleep(200_000)
    try window.type("\u{3}")
    #expect(try window.end() == .signal(SIGINT))
    #expect(try window.isRestored())
    #expect(try reviews() == 0)
  }
}
