import Foundation
import Testing

/// Whoever reads a result may stop at any time.
struct ClosedPipeTests {
  let shell: Shell

  init() throws {
    shell = try Shell()
    let body = String(repeating: "a long text ", count: 8_000)
    for number in 1...4 { try shell.capture("note \(number)", "--body", body) }
  }

  /// F21.
  @Test(
    arguments: [
      "export json -", "export jsonl -", "bundle create -", "backup create -",
      "export json /dev/stdout", "bundle create /dev/stdout", "backup create /dev/stdout",
    ])
  func `half a copy ends as the system ends whoever writes to a closed pipe`(
    command: String
  ) throws {
    let result = try read(command)
    #expect(result.errors == "")
    #expect(result.lines == ["141"])
  }

  /// F21.
  @Test(arguments: ["log --jsonl", "list --json", "export anki -"])
  func `a reader that goes away is no failure`(command: String) throws {
    let result = try read(command)
    #expect(result.errors == "")
    #expect(["141", "0"].contains(result.lines.first))
  }

  /// Runs a command of whose output only the beginning is read, and prints its status.
  private func read(_ command: String) throws -> ShellResult {
    try shell.script(
      #"{ "$DAYBOOK" \#(command); echo $? > status; } | head -c 100 > /dev/null; cat status"#)
  }
}
