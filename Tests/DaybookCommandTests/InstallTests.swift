import Foundation
import Testing

/// `tools/install`, with the programs that were built for the tests.
struct InstallTests {
  let shell: Shell

  init() throws { shell = try Shell() }

  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func install(_ words: String...) throws -> ShellResult {
    let script = Self.root.appending(path: "tools/install").path(percentEncoded: false)
    let programs = URL(filePath: Shell.executable).deletingLastPathComponent()
      .path(percentEncoded: false)
    let result = try shell.start("/bin/bash", [script, "--built", programs] + words, "", [:])
    #expect(result.status == 0, "\(result.errors)")
    return result
  }

  private func files() throws -> Set<String> {
    let found = FileManager.default.enumerator(atPath: shell.path)?.compactMap { $0 as? String }
    return Set((found ?? []).filter { !$0.hasPrefix(".stream") })
  }

  @Test func `installing is repeatable, and uninstalling removes exactly what was installed`()
    throws
  {
    let mine = shell.path + "/.local/share/man/man1"
    try FileManager.default.createDirectory(atPath: mine, withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: URL(filePath: mine + "/mine.1"))
    let before = try files()
    let first = try install()
    #expect(first.output.contains("0 changed, 0 removed"))
    #expect(first.output.contains(".local/bin to your PATH"))
    let installed = try files()
    for name in [
      "bin/daybook", "bin/daybook-interchange", "share/bash-completion/completions/daybook",
      "share/zsh/site-functions/_daybook", "share/fish/vendor_completions.d/daybook.fish",
      "share/man/man1/daybook.1", "share/man/man1/daybook-capture.1",
      "share/man/man1/daybook-import.1",
    ] {
      #expect(installed.contains(".local/" + name))
    }
    #expect(try install().output.contains(" 0 new, 0 changed, 0 removed"))
    #expect(try files() == installed)
    try Data("old".utf8).write(to: URL(filePath: mine + "/daybook.1"))
    #expect(try install().output.contains(" 0 new, 1 changed, 0 removed"))
    try shell.capture("my note")
    let store = try files().subtracting(installed)
    #expect(try install("--uninstall").output.contains("Your notes were not touched."))
    #expect(try files().subtracting(store) == before)
    #expect(try shell.run("list", "--json").json()["total"] as? Int == 1)
    #expect(try install("--uninstall").output.contains("Nothing was installed"))
  }

  @Test func `the installed program completes, imports and shows its version`() throws {
    let prefix = shell.path + "/some where"
    _ = try install("--prefix", prefix)
    try shell.capture("Seeds", "--tag", "garden")
    let version = try shell.start(prefix + "/bin/daybook", ["--version"], "", [:])
    #expect(version.output.hasPrefix("daybook "))
    let imported = try shell.start(
      prefix + "/bin/daybook", ["import", "taskwarrior", "-"], "[]", [:])
    #expect(imported.status == 0, "\(imported.errors)")
    let bash = try shell.start(
      "/bin/bash",
      [
        "-c",
        """
        source "$PREFIX/share/bash-completion/completions/daybook"
        PATH="$PREFIX/bin:$PATH"
        COMP_LINE='daybook tag x +g' COMP_POINT=16 COMP_CWORD=3
        COMP_WORDS=(daybook tag x +g)
        _daybook daybook +g x
        printf '%s\\n' "${COMPREPLY[@]}"
        """,
      ], "", ["PREFIX": prefix])
    #expect(bash.lines == ["+garden"], "\(bash.errors)")
  }

  @Test func `every page of the manual is made of known macros and plain text`() throws {
    _ = try install()
    let folder = shell.path + "/.local/share/man/man1"
    let macros: Set = [".TH", ".SH", ".PP", ".TP", ".RS", ".RE", ".EX", ".EE", ".br"]
    let escapes: Set<Character> = ["e", "-", "f", "(", "&"]
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(names.count > 20)
    for name in names {
      let text = try String(contentsOf: URL(filePath: "\(folder)/\(name)"), encoding: .utf8)
      #expect(text.hasPrefix(".TH "), "\(name)")
      for section in ["NAME", "SYNOPSIS", "DESCRIPTION"] {
        #expect(text.contains(".SH \"\(section)\""), "\(name)")
      }
      for line in text.split(separator: "\n") {
        let word = String(line.prefix { $0 != " " })
        #expect(!line.hasPrefix("'"), "\(name): \(line)")
        #expect(!line.hasPrefix(".") || macros.contains(word), "\(name): \(line)")
        for escape in line.matches(of: #/\\(.)/#) {
          #expect(escapes.contains(escape.1.first ?? " "), "\(name): \(line)")
        }
      }
      #expect(text.count { $0 == "\u{1B}" } == 0)
    }
    let man = try shell.script("command -v man >/dev/null && man --warnings -l \(folder)/*.1")
    #expect(man.errors == "", "man complains")
  }
}
