import Foundation
import Testing

/// Two machines in networks of their own, with ssh and a folder between them that are cut again and
/// again: for some seconds here, for longer by `tools/two-machines`. S3-32, S3-63, S3-78 and S3-80.
struct TwoMachinesTests {
  /// Whether this machine lets a program make networks, and has what it takes.
  private static let isPossible: Bool = {
    let manager = FileManager.default
    guard getuid() == 0, manager.isExecutableFile(atPath: "/usr/sbin/sshd"),
      let shell = try? Shell()  // without a folder nothing is possible
    else { return false }
    // Not allowed is the answer.
    let probe = try? shell.script("ip netns add daybook-probe && ip netns del daybook-probe")
    return probe?.status == 0
  }()

  @Test(.enabled(if: isPossible, "Networks of their own need root, ip and sshd."))
  func `two machines stay in step while both are written to and the ways flap`() throws {
    let shell = try Shell()
    let tool = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "tools/two-machines")
    let result = try shell.script("'\(tool.path(percentEncoded: false))' 12")
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    let prints = result.output.matches(of: #/"fingerprint": *"([0-9a-f]{16})"/#).map(\.output.1)
    #expect(prints.count == 2 && prints.first == prints.last)
    #expect(result.output.contains("equal"))
  }
}
