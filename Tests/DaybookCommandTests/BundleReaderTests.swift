import Foundation
import Testing

/// What is sent, read by a program in another language that knows the page of the format alone.
struct BundleReaderTests {
  private static var hasPython: Bool {
    ["/usr/bin/python3", "/usr/local/bin/python3"].contains {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  @Test(.enabled(if: hasPython, "There is no python3 here."))
  func `bundles and files of remotes are what the page says, and a changed byte is none of them`()
    throws
  {
    let lab = try Lab()
    for number in 0..<3 { try lab.capture("ada", "item \(number)") }
    let erased = try lab.capture("ada", "secret")
    try lab.done("ada", "erase", erased, "--yes")
    try Data("a map".utf8).write(to: URL(filePath: lab("map.png")))
    try lab.done("ada", "media", "add", lab("map.png"))
    try lab.done("ada", "bundle", "create", lab("whole.bundle"))
    try lab.done("ada", "remote", "add", "shared", lab("shared"))
    try lab.done("ada", "sync")
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let reader = root.appending(path: "tools/read-bundle").path(percentEncoded: false)
    let shell = try Shell()
    let whole = try shell.script(
      "python3 '\(reader)' '\(lab("whole.bundle"))' '\(lab("shared"))'/*/*.bundle")
    #expect(whole.status == 0, "\(whole.output)\(whole.errors)")
    #expect(whole.lines.count == 2 && whole.lines.allSatisfy { $0.contains("events") })
    let bytes = try lab.read("whole.bundle")
    for index in stride(from: 0, to: bytes.count, by: bytes.count / 8) {
      var changed = bytes
      changed[index] ^= 1
      try changed.write(to: URL(filePath: lab("changed.bundle")))
      let result = try shell.script("python3 '\(reader)' '\(lab("changed.bundle"))'")
      #expect(result.status == 1 && result.output.contains("wrong"), "\(index): \(result.errors)")
    }
  }
}
