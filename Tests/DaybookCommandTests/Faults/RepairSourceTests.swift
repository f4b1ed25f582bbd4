import Foundation
import Testing

/// Copies that a damaged store gets back its events from, and that are damaged themselves.
struct RepairSourceTests {
  /// A store with a spoiled event, and a sound backup of it: with a file that notes show, or
  /// without.
  private func damagedLab(withFile: Bool = false) throws -> (lab: Lab, whole: String) {
    let lab = try Lab()
    for number in 0..<8 { try lab.capture("store", "note \(number)") }
    if withFile {
      try lab.write(Data("a map".utf8), to: "map.png")
      try lab.done("store", "media", "add", lab("map.png"))
    }
    try lab.done("store", "backup", "create", lab("backup"))
    let whole = try lab.status("store").fingerprint
    try lab.spoilEvent(at: 5, of: "store")
    return (lab, whole)
  }

  /// Spoils a header of a backup's store.
  private func spoilHeader(_ page: Int, of name: String, in lab: Lab, at start: Int = 0) throws {
    var file = try lab.read(name)
    file[start + page * Damage.pageSize + 16] ^= 0x40
    try lab.write(file, to: name)
  }

  @Test(arguments: [0, 1], [false, true])
  func `a backup of which one header is spoiled gives what can be read of it`(
    page: Int, withFile: Bool
  ) throws {
    let (lab, whole) = try damagedLab(withFile: withFile)
    try spoilHeader(page, of: "backup", in: lab, at: withFile ? 12 : 0)
    let refused = try lab.run("again", "backup", "restore", lab("backup"))
    refused.expectRefusal(65)
    #expect(refused.errors.contains("not what was written"), "\(refused.errors)")
    if page == 0 {
      try lab.done("again", "backup", "restore", lab("backup"), "--damaged")
      #expect(try lab.status("again").fingerprint == whole)
      try lab.expectSound("again")
    } else {
      // The first header of a compact file leads nowhere.
      try lab.run("again", "backup", "restore", lab("backup"), "--damaged").expectRefusal(65)
    }
    try lab.done("store", "repair", "--from", lab("backup"))
    #expect(try lab.status("store").fingerprint == whole)
    try lab.expectSound("store")
  }

  @Test func `a backup without any header gives what can be read of its pages`() throws {
    let (lab, whole) = try damagedLab(withFile: true)
    for page in 0..<2 { try spoilHeader(page, of: "backup", in: lab, at: 12) }
    let refused = try lab.run("again", "backup", "restore", lab("backup"))
    refused.expectRefusal(65)
    #expect(refused.errors.contains("not what was written"), "\(refused.errors)")
    try lab.run("again", "backup", "restore", lab("backup"), "--damaged").expectRefusal(65)
    try lab.done("store", "repair", "--from", lab("backup"))
    #expect(try lab.status("store").fingerprint == whole)
    try lab.expectSound("store")
  }

  @Test func `a backup that ends early gives what comes before its end`() throws {
    let (lab, whole) = try damagedLab(withFile: true)
    try lab.write(try lab.read("backup").dropLast(3), to: "backup")
    try lab.run("again", "backup", "restore", lab("backup")).expectRefusal(65)
    try lab.done("store", "repair", "--from", lab("backup"))
    #expect(try lab.status("store").fingerprint == whole)
    try lab.done("again", "backup", "restore", lab("backup"), "--damaged")
    #expect(try lab.status("again").fingerprint == whole)
  }

  @Test func `a copy that is of no use keeps nobody from the others`() throws {
    let (lab, whole) = try damagedLab()
    try lab.write(Data("no backup".utf8), to: "letter")
    try lab.write(Data("DBB1".utf8), to: "cut.bundle")
    try lab.write(Data("DBK1".utf8), to: "cut.backup")
    for name in ["letter", "cut.bundle", "cut.backup"] {
      #expect(try lab.run("store", "repair", "--from", lab(name)).end == .status(65), "\(name)")
    }
    let outcome = try lab.run(
      "store", "repair", "--from", lab("letter"), "--from", lab("cut.bundle"), "--from",
      lab("cut.backup"), "--from", lab("backup"))
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    #expect(outcome.errors.contains("passed over"), "\(outcome.errors)")
    #expect(try lab.status("store").fingerprint == whole)
    try lab.expectSound("store")
  }
}
