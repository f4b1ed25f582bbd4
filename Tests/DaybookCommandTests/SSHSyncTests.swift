import Daybook
import Foundation
import Testing

/// Keeping in step by ssh: the daybook on the other side is started by a stand-in for ssh, which
/// runs what it is told on this machine.
struct SSHSyncTests {
  private struct Names: Decodable {
    struct Remote: Decodable {
      let state: String
    }

    let remotes: [Remote]
  }

  /// Two stores, the first of which knows the second by ssh.
  ///
  /// - Parameter way: how the stand-in runs the command `$last`.
  private func household(_ way: String = "exec sh -c \"$last\"") throws -> Lab {
    let lab = try Lab()
    for store in ["ada", "ben"] { try lab.begin(store) }
    try FileManager.default.createDirectory(
      atPath: lab("bin"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: lab("bin/daybook"), withDestinationPath: Program.path)
    try lead(lab, way)
    try lab.done("ada", "remote", "add", "laptop", "ssh://ben@laptop\(lab("ben"))")
    return lab
  }

  private func lead(_ lab: Lab, _ way: String) throws {
    let script = "#!/bin/sh\nfor last; do :; done\n\(way)\n"
    try Data(script.utf8).write(to: URL(filePath: lab("ssh")))
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: lab("ssh"))
  }

  private func sync(_ lab: Lab, _ words: String...) throws -> Outcome {
    let environment = [
      "DAYBOOK_SSH": lab("ssh"), "PATH": "\(lab("bin")):/usr/bin:/bin",
    ]
    return try lab.start("ada", ["sync"] + words, environment: environment).wait()
  }

  @Test
  func `one command brings both machines in step, with the files that notes show`() throws {
    let lab = try household()
    try lab.capture("ada", "Buy milk")
    try lab.capture("ben", "Water the plants")
    for (store, name) in [("ada", "map.png"), ("ben", "plan.png")] {
      try Data("a \(name)".utf8).write(to: URL(filePath: lab(name)))
      try lab.done(store, "media", "add", lab(name))
    }
    let outcome = try sync(lab)
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    for store in ["ada", "ben"] {
      #expect(try lab.list(store).items.map(\.title).sorted() == ["Buy milk", "Water the plants"])
      #expect(try lab.done(store, "media", "list", "--missing").isEmpty)
      try lab.expectSound(store)
    }
    #expect(try lab.status("ada").fingerprint == lab.status("ben").fingerprint)
    #expect(try sync(lab).output.contains("in step"))
    let status = try lab.run("ada", "status", "--json").read(Names.self)
    #expect(status.remotes.first?.state == "synced")
  }

  @Test
  func `with nothing new each side says once what it holds`() throws {
    let lab = try household()
    try lab.capture("ada", "Buy milk")
    #expect(try sync(lab).end == .status(0))
    let (sent, said) = (lab("sent"), lab("said"))
    try lead(lab, "tee \(sent) | sh -c \"$last\" | tee \(said)")
    #expect(try sync(lab).end == .status(0))
    for path in [sent, said] {
      let bytes = try Data(contentsOf: URL(filePath: path))
      #expect(bytes.count < 300, "\(path)")
    }
  }

  @Test
  func `what would delete much is asked about, and sent once though it is looked at before`() throws
  {
    let lab = try household()
    for number in 0..<12 { try lab.capture("ben", "item \(number)") }
    #expect(try sync(lab).end == .status(0))
    try lab.capture("ada", "kept")
    for item in try lab.list("ben").items.prefix(11) { try lab.done("ben", "delete", item.id) }
    try lead(lab, "sh -c \"$last\" | tee \(lab("asked"))")
    let outcome = try sync(lab)
    #expect(outcome.end != .status(0) && outcome.errors.contains("delete"), "\(outcome.errors)")
    #expect(try lab.list("ada").items.count == 13, "nothing is taken over unasked")
    try lead(lab, "sh -c \"$last\" | tee \(lab("taken"))")
    #expect(try sync(lab, "--yes").end == .status(0))
    #expect(try lab.list("ada").items.count == 2)
    let sizes = try ["asked", "taken"].map { try Data(contentsOf: URL(filePath: lab($0))).count }
    #expect(sizes[0] <= sizes[1], "\(sizes)")
    #expect(try lab.status("ada").fingerprint == lab.status("ben").fingerprint)
  }

  /// At how many of the bytes the way is cut: one in so many; with `DAYBOOK_CUT_STEP=1` at each.
  private static let cutStep =
    ProcessInfo.processInfo.environment["DAYBOOK_CUT_STEP"].flatMap(Int.init) ?? 61

  @Test(arguments: [true, false])
  func `a way that is cut after any byte loses nothing, and brings nothing twice`(
    _ isWayThere: Bool
  ) throws {
    let lab = try household()
    for number in 0..<3 {
      for store in ["ada", "ben"] { try lab.capture(store, "\(store) \(number)") }
    }
    let before = try ["ada", "ben"].map { ($0, try lab.contents($0)) }
    try lead(
      lab,
      isWayThere ? "tee \(lab("said")) | sh -c \"$last\"" : "sh -c \"$last\" | tee \(lab("said"))")
    #expect(try sync(lab).end == .status(0))
    let byteCount = try Data(contentsOf: URL(filePath: lab("said"))).count
    #expect(byteCount > 300)
    for count in stride(from: 0, through: byteCount, by: Self.cutStep) {
      for (store, files) in before {
        for (name, bytes) in files { try lab.write(bytes, to: "\(store)/\(name)") }
      }
      let way =
        isWayThere
        ? "head -c \(count) <&0 | sh -c \"$last\" &" : "sh -c \"$last\" <&0 | head -c \(count) &"
      // As when ssh ends: nobody holds the way open that leads back.
      try lead(lab, way + " exec >&-; wait")
      // With --yes nothing is looked at before it is taken.
      let outcome = try count.isMultiple(of: 2) ? sync(lab) : sync(lab, "--yes")
      #expect([.status(75), .status(0), .status(1)].contains(outcome.end), "\(outcome.errors)")
      #expect(!outcome.errors.contains("ada 0"))
      try lead(lab, "exec sh -c \"$last\"")
      #expect(try sync(lab).end == .status(0), "after \(count) bytes")
      let statuses = try ["ada", "ben"].map { try lab.status($0) }
      #expect(statuses.map(\.events) == [6, 6], "after \(count) bytes")
      #expect(statuses[0].fingerprint == statuses[1].fingerprint, "after \(count) bytes")
    }
    for store in ["ada", "ben"] { try lab.expectSound(store) }
  }

  @Test(arguments: [
    ("exit 255", 75, "We couldn't sync"), ("exit 127", 1, "no daybook program"),
    ("exit 65", 1, "has said why"), ("exit 0", 75, "was cut"), ("yes", 75, "was cut"),
    ("echo Welcome to this machine; exit 127", 1, "no daybook program"),
  ])
  func `why it did not work is said in words, and nothing is lost`(
    _ way: String, _ status: Int32, _ words: String
  ) throws {
    let lab = try household(way)
    try lab.capture("ada", "Buy milk")
    let outcome = try sync(lab)
    #expect(outcome.end == .status(status), "\(outcome.errors)")
    #expect(outcome.errors.contains(words) && outcome.errors.contains("Your changes are saved"))
    #expect(try lab.list("ada").items.map(\.title) == ["Buy milk"])
  }

  @Test(arguments: [
    "ssh://-oProxyCommand=touch/x", "ssh://a b/x", "ssh://$(x)/y", "ssh:///x", "ssh://h:0/x",
    "ssh://h/~/-x", "ssh://-l@h/x", "ssh://h;x/y",
  ])
  func `an address that ssh or a shell would take for more is refused`(_ address: String) throws {
    let lab = try Lab()
    try lab.begin("ada")
    #expect(try lab.run("ada", "remote", "add", "x", address).end == .status(64))
  }
}
