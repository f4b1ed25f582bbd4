import Foundation
import Testing

/// Where a store lies: strange names, wrong things in its place, no home.
struct PlaceTests {
  @Test(arguments: [
    "with spaces", "Tagebuch – Ä 📓", "deep/er/and deeper", "trailing/", "trailing//", "-dash",
    "quote'\"$HOME",
  ])
  func `a store can lie in any folder`(name: String) throws {
    let lab = try Lab()
    let id = try lab.capture(name, "one")
    #expect(try lab.list(name).items.map(\.id) == [id])
    try lab.expectSound(name)
    try lab.done("other", "merge", lab(name))
    #expect(try lab.list("other").items.map(\.id) == [id])
    let named = try lab.start(
      bare: ["list", "--json"], environment: ["DAYBOOK_STORE": lab(name)]
    ).wait()
    #expect(try named.read(ItemsDocument.self).total == 1)
  }

  @Test func `a symbolic link to an empty folder stays, and the store lies behind it`() throws {
    let lab = try Lab()
    let manager = FileManager.default
    try manager.createDirectory(atPath: lab("real"), withIntermediateDirectories: true)
    try manager.createSymbolicLink(atPath: lab("link"), withDestinationPath: lab("real"))
    try lab.capture("link", "one")
    let type = try manager.attributesOfItem(atPath: lab("link"))[.type]
    #expect(type as? FileAttributeType == .typeSymbolicLink)
    #expect(try lab.list("real").total == 1)
  }

  @Test func `what is no store is left alone`() throws {
    let lab = try Lab()
    try lab.write(Data("Dear diary".utf8), to: "file")
    try FileManager.default.createDirectory(
      atPath: lab("folder"), withIntermediateDirectories: true)
    try lab.write(Data("Dear diary".utf8), to: "folder/page")
    try FileManager.default.createSymbolicLink(
      atPath: lab("nowhere"), withDestinationPath: lab("gone"))
    for name in ["file", "folder", "nowhere", "file/below"] {
      for words in [["capture", "x"], ["list"], ["status"], ["rebuild"]] {
        for isNamed in [false, true] {
          let outcome =
            try isNamed
            ? lab.start(bare: words, environment: ["DAYBOOK_STORE": lab(name)]).wait()
            : lab.start(name, words).wait()
          outcome.expectRefusal(
            65, 66, 73, note: "\(words) in \(name): \(outcome.end) \(outcome.errors)")
        }
      }
      let verified = try lab.run(name, "verify")
      verified.expectRefusal(65, 66, note: "\(name): \(verified.end) \(verified.errors)")
    }
    #expect(try lab.read("file") == Data("Dear diary".utf8))
    let names = try FileManager.default.contentsOfDirectory(atPath: lab.path)
    #expect(Set(names) == ["file", "folder", "nowhere"], "something was left behind")
  }

  @Test func `a folder named by nothing is refused`() throws {
    let lab = try Lab()
    let outcome = try lab.start(bare: ["capture", "x", "--store", ""]).wait()
    #expect(outcome.end != .status(0), "\(outcome.errors)")
    if case .signal = outcome.end { Issue.record("it crashed") }
  }

  @Test func `without a home the program says so instead of choosing a folder itself`() throws {
    let lab = try Lab()
    let script = "cd \"$FOLDER\" && exec \"$DAYBOOK\" capture x"
    let outcome = try RunningCommand(
      ["/bin/sh", "-c", script], ["DAYBOOK=\(Program.path)", "FOLDER=\(lab.path)"],
      streams: lab("stream")
    ).wait()
    if case .signal = outcome.end { Issue.record("it crashed") }
    #expect(!FileManager.default.fileExists(atPath: lab(".local")))
  }

  @Test func `a store that may not be used is refused, and one that may be read is read`() throws {
    guard getuid() == 0 else { return }
    let lab = try Lab(
      through: ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"])
    let owner = try Lab()
    guard try lab.start(bare: ["--version"]).wait().end == .status(0) else {
      return  // no such program, or no way for others to ours
    }
    try owner.capture("store", "one")
    for words in [["list"], ["capture", "x"], ["status"], ["rebuild"]] {
      let outcome = try lab.start(bare: words + ["--store", owner("store")]).wait()
      outcome.expectRefusal(77, note: "\(words): \(outcome.end) \(outcome.errors)")
      let new = try lab.start(bare: words + ["--store", owner("new")]).wait()
      new.expectRefusal(66, 73, 77, note: "\(words): \(new.end) \(new.errors)")
    }
    #expect(try owner.list("store").total == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: owner.path) == ["store"])
  }
}
