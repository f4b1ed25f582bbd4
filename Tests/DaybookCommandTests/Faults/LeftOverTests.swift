import Foundation
import Testing

/// What never ends, and what is left of a command that was killed.
struct LeftOverTests {
  let lab: Lab

  init() throws { lab = try Lab() }

  private func names(_ folder: String = ".") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: lab(folder)).sorted()
  }

  /// A10.
  @Test func `a backup that is none is refused before anything of it is written`() throws {
    for words in [
      ["backup", "restore", "/dev/zero"], ["merge", "/dev/zero"], ["bundle", "show", "/dev/zero"],
    ] {
      try lab.start("store", words).wait().expectRefusal(65)
    }
    #expect(try names().filter { $0.contains("part") } == [])
  }

  /// A10.
  @Test func `a backup that goes on for ever is read as far as it says`() throws {
    try lab.done("store", "capture", "first")
    try lab.done("store", "backup", "create", lab("whole"))
    let script = "{ cat '\(lab("whole"))'; cat /dev/zero; } | "
    let endless = try lab.shell(script + lab.command("new", "backup", "restore", "-"))
    endless.expectRefusal(65)
    #expect(!FileManager.default.fileExists(atPath: lab("new")))
    try lab.shell("cat '\(lab("whole"))' | " + lab.command("new", "backup", "restore", "-"))
      .expectDone()
    #expect(try lab.list("new").total == 1)
  }

  /// A10.
  @Test(arguments: ["json", "jsonl", "anki", "taskwarrior"])
  func `an import that never ends is refused`(format: String) throws {
    let endless = try lab.shell(
      "yes 'no file of that kind' | " + lab.command("store", "import", format, "-"))
    endless.expectRefusal(65)
    #expect(try names().filter { $0.contains("import") } == [])
  }

  /// A10.
  @Test func `what killed commands left goes with the next, and what is being written stays`()
    throws
  {
    try Library.writeStore(lab("store"), commands: 4, eventsEach: 50)
    try lab.done("store", "bundle", "create", lab("first.bundle"))
    try lab.done("store", "backup", "create", lab("first.backup"))
    let dead = "2000000000"
    for name in ["all.bundle", "daybook-import-7", "new", "first.backup"] {
      let part = lab("\(name).daybook-part-\(dead)")
      if name == "all.bundle" {
        try Data("half".utf8).write(to: URL(filePath: part))
      } else {
        try FileManager.default.createDirectory(
          atPath: part + "/copy", withIntermediateDirectories: true)
        try Data("half".utf8).write(to: URL(filePath: part + "/copy/data.mdb"))
      }
    }
    // Not ours: a file that somebody divided.
    try Data("part".utf8).write(to: URL(filePath: lab("film.part-01")))
    let locked = lab("slow.bundle.daybook-part-\(dead)")
    try Data("live".utf8).write(to: URL(filePath: locked))
    let holder = try lab.hold(locked)
    defer { holder.end() }
    try lab.done("store", "bundle", "create", lab("second.bundle"))
    #expect(
      try names().filter { $0.contains("part") }
        == ["film.part-01", "slow.bundle.daybook-part-\(dead)"])
  }

  /// A10.
  @Test func `a killed restore leaves what the next one clears away`() throws {
    try lab.done("store", "capture", "first")
    try lab.done("store", "backup", "create", lab("whole"))
    let pipe = try lab.shell("mkfifo '\(lab("pipe"))'")
    pipe.expectDone()
    // The beginning, and then nothing: it waits for more.
    let feeder = try lab.hold(feeding: lab("whole"), into: lab("pipe"))
    defer { feeder.end() }
    let restore = try lab.start("new", ["backup", "restore", lab("pipe")])
    while try !names().contains(where: { $0.hasPrefix("new.daybook-part-") }) { usleep(10_000) }
    restore.kill()
    _ = try restore.wait()
    #expect(try names().contains { $0.hasPrefix("new.daybook-part-") })
    try lab.done("new", "backup", "restore", lab("whole"))
    #expect(try names().filter { $0.contains("part") } == [])
    #expect(try lab.list("new").total == 1)
  }

  /// A11.
  @Test func `a limit on the length of files is told as what it is`() throws {
    try Library.writeStore(lab("store"), commands: 20, eventsEach: 400)
    for words in [
      ["bundle", "create", lab("b.bundle")], ["backup", "create", lab("b.backup")],
      ["export", "json", lab("b.json")],
    ] {
      let refused = try lab.shell("ulimit -f 100; " + lab.command("store", words))
      refused.expectRefusal(74)
      #expect(refused.errors.contains("grow so long"), "\(words): \(refused.errors)")
    }
    let full = try lab.shell(
      "ulimit -f 100; head -c 900000 /dev/zero | tr '\\0' a | "
        + lab.command("store", "capture", "-"))
    full.expectRefusal(74)
    #expect(full.errors.contains("grow so long"), "\(full.errors)")
    try lab.expectSound("store")
    #expect(try names().filter { $0.contains("part") || $0.hasPrefix("b.") } == [])
  }
}

extension Outcome {
  fileprivate func expectDone() { #expect(end == .status(0), "\(end): \(errors)") }
}

extension Lab {
  /// A command line for `sh` that runs `daybook` on the store of that name.
  fileprivate func command(_ store: String, _ words: String...) -> String { command(store, words) }

  fileprivate func command(_ store: String, _ words: [String]) -> String {
    ([Program.path] + words + ["--store", self(store)]).map { "'\($0)'" }
      .joined(separator: " ")
  }

  /// Runs a script of `sh`.
  fileprivate func shell(_ script: String) throws -> Outcome {
    try started(script).wait()
  }

  private func started(_ script: String) throws -> RunningCommand {
    try RunningCommand(
      ["/bin/sh", "-c", script],
      ["HOME=\(path)", "TMPDIR=\(path)", "PATH=/usr/bin:/bin", "TZ=UTC"],
      streams: "\(path)/.stream-\(UUID().uuidString)")
  }

  /// Holds the lock of a file, as the program does that writes it.
  fileprivate func hold(_ file: String) throws -> RunningCommand {
    let holder = try started(
      "exec 9<'\(file)'; flock -n 9 && touch '\(file)-held'; exec sleep 60")
    while !FileManager.default.fileExists(atPath: file + "-held") { usleep(10_000) }
    try FileManager.default.removeItem(atPath: file + "-held")
    return holder
  }

  /// Writes the first half of a file into a pipe, and keeps that open.
  fileprivate func hold(feeding file: String, into pipe: String) throws -> RunningCommand {
    try started("exec 9<>'\(pipe)'; head -c 20000 '\(file)' >&9; exec sleep 60")
  }
}
