import Daybook
import DaybookEvents
import DaybookSystem
import Testing

/// The bytes of every kind of event, as they were first released.
struct GoldenTests {
  private static let folder = FileSystem.parent(of: #filePath) + "/Golden"

  /// One line a kind and version: its name, a space, and the stored bytes in hexadecimal digits.
  private static func fixture() throws -> [String: [UInt8]] {
    let path = folder + "/events.hex"
    if Host.environment("DAYBOOK_WRITE_GOLDEN") == "1" {
      let lines = GoldenEvent.all.map { "\($0.name) \(Hexadecimal.digits($0.bytes))\n" }
      try FileSystem.writeFileAtomically(path, Array(lines.joined().utf8), permissions: 0o644)
    }
    let text = String(decoding: try FileSystem.readFile(path, limit: 1 << 20), as: UTF8.self)
    var found: [String: [UInt8]] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: " ")
      found[String(parts[0])] = Hexadecimal.bytes(parts[1])
    }
    return found
  }

  @Test func `every kind of event has the bytes it always had`() throws {
    let fixture = try Self.fixture()
    #expect(fixture.count == GoldenEvent.all.count)
    for golden in GoldenEvent.all {
      #expect(fixture[golden.name] == golden.bytes, "\(golden.name) is written otherwise")
    }
  }

  @Test func `every golden event is read as it was written`() throws {
    let fixture = try Self.fixture()
    for golden in GoldenEvent.all {
      let bytes = try #require(fixture[golden.name])
      let parts = try EventBytes(reading: bytes.span)
      #expect(try EventHeader(reading: bytes.span, in: parts.header) == golden.header)
      #expect(parts.payload.map { Array(bytes[$0]) } == golden.payload)
      #expect(parts.verifiedDigest(of: bytes.span) != nil)
    }
  }

  /// Whether there is another decoder; without python3 a missing program is no failure.
  static let hasOtherDecoder = (try? ChildProcess.run("python3", ["-c", ""]))?.isSuccess ?? false

  @Test(.enabled(if: hasOtherDecoder, "python3 is not here"))
  func `a decoder that is not ours reads the same fields`() throws {
    let decoded = try #require(try Self.decodedElsewhere(try Self.fixture()))
    for (golden, lines) in zip(GoldenEvent.all, decoded) {
      #expect(lines == Self.expected(golden), "\(golden.name) is read otherwise")
    }
    #expect(decoded.count == GoldenEvent.all.count)
  }

  /// What `decode.py` says of each event, in their order; nil without python3.
  private static func decodedElsewhere(_ fixture: [String: [UInt8]]) throws -> [[String]]? {
    // Whatever keeps it from starting, there is no other decoder then.
    guard let child = try? ChildProcess(starting: "python3", [folder + "/decode.py"]) else {
      return nil
    }
    let lines = GoldenEvent.all.map { "\(Hexadecimal.digits(fixture[$0.name] ?? []))\n" }
    _ = try child.write(Array(lines.joined().utf8))
    child.closeInput()
    var output: [UInt8] = []
    while true {
      let more = try child.read(atMost: 1 << 16)
      if more.isEmpty { break }
      output += more
    }
    _ = try child.wait()
    return String(decoding: output, as: UTF8.self).split(separator: "--\n").map {
      $0.split(separator: "\n").map(String.init)
    }
  }

  private static func expected(_ golden: GoldenEvent) -> [String] {
    let header = golden.header
    var lines = [
      "h.1 \(header.replica.rawValue)", "h.2 \(header.sequence)",
      "h.3 \(header.stamp.rawValue)", "h.4 \(zigzag(header.recordedAt))",
    ]
    if header.offsetMinutes != 0 { lines.append("h.5 \(zigzag(Int64(header.offsetMinutes)))") }
    if header.commandFirst != header.sequence { lines.append("h.6 \(header.commandFirst)") }
    if header.commandSize != 1 { lines.append("h.7 \(header.commandSize)") }
    if let batch = header.batch { lines += ["h.8 \(batch.first)", "h.9 \(batch.reason.rawValue)"] }
    lines.append("h.10 \(header.kind)")
    if header.version != 1 { lines.append("h.11 \(header.version)") }
    lines.append("h.12 \(Hexadecimal.digits(header.entity.bytes))")
    if let second = header.second { lines.append("h.13 \(Hexadecimal.digits(second.bytes))") }
    for name in header.observed {
      lines += [
        "h.14.1 \(name.replica.rawValue)", "h.14.2 \(name.sequence)", "h.14.3 \(name.tag)",
      ]
    }
    if let occurredAt = header.occurredAt { lines.append("h.15 \(zigzag(occurredAt))") }
    lines += payloadLines(golden.payload)
    return lines + ["checksum agrees", "link \(Hexadecimal.digits(golden.link.bytes))"]
  }

  private static func payloadLines(_ payload: [UInt8]) -> [String] {
    var lines: [String] = []
    let bytes = payload.span
    var reader = WireReader(bytes)
    do {
      while let field = try reader.next(in: bytes) {
        let value = field.range.map { Hexadecimal.digits(bytes.array($0)) } ?? "\(field.value)"
        lines.append("p.\(field.number) \(value)")
      }
    } catch {
      lines.append("\(error)")
    }
    return lines
  }

  private static func zigzag(_ value: Int64) -> UInt64 {
    value < 0 ? UInt64(-(value + 1)) * 2 + 1 : UInt64(value) * 2
  }
}
