import Foundation
import Testing

/// What the doctor sees, also of stores that nothing else can open.
struct DoctorTests {
  private struct Document: Decodable {
    struct Part: Decodable {
      let name: String
      let state: String
    }
    struct Network: Decodable {
      let used: Bool
      let parts: [Part]
    }
    struct Finding: Decodable {
      let code: String
    }
    struct Place: Decodable {
      let exists: Bool
      let events: Int?
      let fileBytes: Int?
      let usedBytes: Int?
      let permissions: String?
    }

    let healthy: Bool
    let network: Network
    let store: Place
    let findings: [Finding]
  }

  private func examine(_ lab: Lab, _ store: String, _ status: Int32) throws -> Document {
    let outcome = try lab.run(store, "doctor", "--json")
    #expect(outcome.end == .status(status), "\(outcome.end): \(outcome.output)\(outcome.errors)")
    let document = try outcome.read(Document.self)
    #expect(document.healthy == (status == 0) && document.findings.isEmpty == document.healthy)
    return document
  }

  /// S0-18.
  @Test func `the doctor says that nothing uses the network, and names what could`() throws {
    let lab = try Lab()
    try lab.capture("store", "one")
    let network = try examine(lab, "store", 0).network
    #expect(!network.used)
    let absent = network.parts.filter { $0.state == "absent" }.map(\.name)
    #expect(absent == ["web", "hub", "assist"])
    let text = try lab.done("store", "doctor")
    #expect(text.contains("network      none") && text.contains("All is well."))
    #expect(text.contains(#/program +daybook \d+\.\d+\.\d+, format \d/#))
    try lab.done("store", "remote", "add", "laptop", "ssh://laptop")
    #expect(try examine(lab, "store", 0).network.used)
    #expect(try lab.done("store", "doctor").contains("ssh, which sync starts for laptop"))
    // The program links nothing that could: no symbol of it opens a connection.
    let library = try Data(contentsOf: URL(filePath: Program.path))
    for symbol in ["getaddrinfo", "gethostbyname"] {
      #expect(library.range(of: Data("\0\(symbol)\0".utf8)) == nil, "\(symbol)")
    }
  }

  @Test func `a sound store is healthy, and looking changes nothing`() throws {
    let lab = try Lab()
    #expect(try !examine(lab, "none", 0).store.exists)
    #expect(!FileManager.default.fileExists(atPath: lab("none")))
    try lab.capture("store", "one")
    let before = try lab.contents("store")
    let place = try examine(lab, "store", 0).store
    #expect(place.events == 1 && place.permissions == "0700")
    #expect(try #require(place.usedBytes) <= #require(place.fileBytes))
    #expect(try lab.contents("store") == before)
  }

  @Test func `damage of any kind is a finding, never a crash`() throws {
    let lab = try Lab()
    for number in 0..<30 { try lab.capture("store", "note \(number)", "--tag", "t") }
    let whole = try lab.read("store/data.mdb")
    var damaged: [Data] = [
      Data(), Data("nothing of the kind".utf8), Data(count: 65_536), whole.prefix(4_096),
      whole.prefix(whole.count / 2), whole.prefix(8_192),
    ]
    // The pages that the tables begin with, and then the first headers.
    for page in 2..<whole.count / 4_096 {
      var bytes = whole
      bytes.replaceSubrange(
        page * 4_096..<page * 4_096 + 64, with: Data(repeating: 0xFF, count: 64))
      damaged.append(bytes)
    }
    var found = 0
    for (number, bytes) in damaged.enumerated() {
      let name = "damaged \(number)"
      try lab.copy("store", to: name)
      try lab.write(bytes, to: name + "/data.mdb")
      let outcome = try lab.run(name, "doctor", "--json")
      let isExpected = [.status(0), .status(1)].contains(outcome.end)
      #expect(isExpected, "\(number): \(outcome.end) \(outcome.errors)")
      let document = try outcome.read(Document.self)
      if !document.healthy { found += 1 }
      if number < 6 { #expect(!document.healthy, "\(number)") }
    }
    #expect(found > 8, "\(found)")
  }

  @Test func `what is wrong around a store is found`() throws {
    let lab = try Lab()
    try lab.capture("store", "one")
    try lab.copy("store", to: "old")
    try lab.capture("store", "two")
    try lab.write(try lab.read("old/data.mdb"), to: "store/data.mdb")
    #expect(try examine(lab, "store", 1).findings.map(\.code) == ["rolledBack"])
    let open: [FileAttributeKey: Any] = [.posixPermissions: 0o755]
    try FileManager.default.setAttributes(open, ofItemAtPath: lab("old"))
    try FileManager.default.setAttributes(open, ofItemAtPath: lab("old/data.mdb"))
    #expect(try examine(lab, "old", 1).findings.map(\.code) == ["openToOthers"])
    try lab.capture("newer", "one")
    try Library.setFormat(99, of: try Library.open(lab("newer")))
    #expect(try examine(lab, "newer", 1).findings.map(\.code) == ["newerStore"])
    try lab.capture("stale", "one")
    try Library.setViewVersion(0, ofStoreAt: lab("stale"))
    #expect(Set(try examine(lab, "stale", 1).findings.map(\.code)) == ["staleView"])
  }
}
