import DaybookSystem
import TestSupport
import Testing

@Suite struct ProcessTests {
  @Test func `a child gets its arguments as they are and ends with its status`() throws {
    let odd = ["", " ", "$HOME", "a'b\"c", "*", "ä\n"]
    let child = try ChildProcess(starting: "printf", ["[%s]"] + odd)
    let text = odd.map { "[\($0)]" }.joined()
    #expect(try child.readExactly(text.utf8.count) == Array(text.utf8))
    #expect(try child.read(atMost: 1) == [])
    #expect(try child.wait() == .status(0))
    #expect(try ChildProcess.run("sh", ["-c", "exit 75"]) == .status(75))
    #expect(try ChildProcess.run("sh", ["-c", "kill -9 $$"]) == .signal(9))
  }

  @Test func `a megabyte goes through a child and back`() throws {
    let child = try ChildProcess(starting: "cat", [])
    let bytes = (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let writer = Thread {
      let isRead = try child.write(bytes)
      #expect(isRead)
      child.closeInput()
    }
    #expect(try child.readExactly(bytes.count) == bytes)
    #expect(try child.readExactly(1) == nil)
    try writer.join()
    #expect(try child.wait().isSuccess)
  }

  @Test func `writing to a child that has ended is false, not the end of this process`() throws {
    let child = try ChildProcess(starting: "true", [])
    #expect(try child.wait().isSuccess)
    #expect(try child.write([1]) == false)
  }

  @Test func `an answer cut short is an error`() throws {
    let child = try ChildProcess(starting: "printf", ["abc"])
    #expect(throws: SystemError(.read, path: "printf", kind: .endOfFile)) {
      try child.readExactly(4)
    }
    #expect(try child.wait().isSuccess)
  }

  @Test func `a program that is not there is not found`() {
    let missing = "/nowhere/daybook"
    #expect(throws: SystemError(.start, path: missing, code: 2)) {
      try ChildProcess(starting: missing, [])
    }
  }

  /// In a process of its own: for a moment, signals have their default effect there.
  @Test func `a program that is not there replaces nothing`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      let missing = "/nowhere/daybook"
      do throws(SystemError) {
        try ChildProcess.replaceProcess(missing, [])
      } catch {
        leave(error == SystemError(.start, path: missing, code: 2) ? 7 : 1)
      }
    }
  }

  @Test func `a process can become another program`() async {
    await #expect(processExitsWith: .exitCode(3)) {
      try ChildProcess.replaceProcess("/bin/sh", ["-c", "exit 3"])
    }
  }

  @Test func `the machine and the process have names`() {
    #expect(!Host.name().isEmpty)
    #expect(Host.executablePath().map { FileSystem.exists($0) } == true)
    #expect(Host.environment("PATH")?.isEmpty == false)
    #expect(Host.environment("DAYBOOK_NOT_SET") == nil)
  }

  @Test func `a pipe is no terminal and has no size`() throws {
    let child = try ChildProcess(starting: "test", ["-t", "1"])
    #expect(try child.wait() == .status(1))
    #expect(!Terminal.isInteractive(-1))
    #expect(Terminal.size(-1) == nil)
  }

  @Test(arguments: [
    ("UTC0", 0, 0), ("IST-5:30", 0, 330), ("NPT-5:45", -1, 345),
    ("NST3:30", 1_700_000_000_000, -210),
    ("CET-1CEST,M3.5.0,M10.5.0/3", 1_711_846_799_999, 60),
    ("CET-1CEST,M3.5.0,M10.5.0/3", 1_711_846_800_000, 120),
    ("UTC0", -62_135_596_800_001, 0), ("UTC0", 253_402_300_800_000, 0),
  ])
  func `the offset of local time follows the zone and its summer time`(
    zone: String, milliseconds: Int64, minutes: Int
  ) async {
    await #expect(processExitsWith: .exitCode(7)) {
      [zone = zone as String, milliseconds = milliseconds as Int64, minutes = minutes as Int] in
      setLocalZone(zone)
      let offset = LocalTime.offsetMinutes(atMilliseconds: milliseconds)
      leave(offset == minutes ? 7 : 1)
    }
  }
}
