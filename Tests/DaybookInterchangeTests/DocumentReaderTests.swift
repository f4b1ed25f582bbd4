import Daybook
import DaybookEvents
import DaybookInterchange
import TestSupport
import Testing

struct DocumentReaderTests {
  private static let id = "0b6c0c0e-6c3f-4a55-9a44-6b1f0c7a1e01"

  private func read(_ text: String, pieces: Int = 7) throws -> [ReadEntry] {
    var reader = try DocumentReader(
      clock: LocalClock { _ in 0 }, Pieces(Array(text.utf8), of: pieces).read)
    var entries: [ReadEntry] = []
    while let entry = try reader.next() { entries.append(entry) }
    return entries
  }

  private func document(_ members: String) -> String {
    "{\"schema\": \"daybook.document/1\"\(members)}"
  }

  @Test func `a text that is no document is told from one`() throws {
    for text in ["[]", "{}", "{\"schema\":\"daybook.document/2\"}", "{\"a\":1}", "text", "\"a\""] {
      #expect(throws: DocumentProblem.otherSchema, "\(text)") { try read(text) }
    }
    #expect(try read(document("")).count == 0)
    #expect(
      try read("\u{FEFF} \(document(", \"x\": [1, {}], \"history\": [{}, 1]")) \n").count == 2)
  }

  @Test(arguments: [
    ("", 1, 1, JSONError.Problem.unexpectedEnd), ("{", 1, 2, .unexpectedEnd),
    ("{\"schema\":\n  \"daybook.document/1\",}", 2, 24, .unexpectedByte),
    ("{\"schema\": \"daybook.document/1\"} x", 1, 34, .trailingContent),
    ("{\"items\": [\n {},\n {\"é\": tru}]}", 3, 11, .unexpectedByte),
    ("{\"items\": [\n  {\"a\": \"b\nc\"}]}", 2, 11, .controlCharacter),
    ("{\"items\": [{}, ]}", 1, 16, .unexpectedByte), ("{\"items\": {}}", 1, 11, .unexpectedByte),
    ("{\"items\": [{} {}]}", 1, 15, .unexpectedByte), ("{\"items\": [{\"a", 1, 15, .unexpectedEnd),
  ])
  func `what is no JSON is found where it stands`(
    text: String, line: Int, column: Int, problem: JSONError.Problem
  ) throws {
    for pieces in [1, 2, 1000] {
      let error = try #require(throws: JSONError.self) { try read(text, pieces: pieces) }
      #expect((error.line, error.column) == (line, column))
      #expect(error.problem == problem)
    }
  }

  @Test(arguments: [
    ("items", "[]", EntryProblem.notAnObject), ("items", "{}", .missing("id")),
    ("items", "{\"id\": 7}", .wrongType("id")), ("items", "{\"id\": \"7\"}", .unreadable("id")),
    ("items", "{\"id\": \"ID\", \"title\": 7}", .wrongType("title")),
    ("items", "{\"id\": \"ID\", \"body\": \"a\\u0000\"}", .nulByte("body")),
    ("items", "{\"id\": \"ID\", \"due\": \"soon\"}", .unreadable("due")),
    ("items", "{\"id\": \"ID\", \"tags\": [\"a\", 1]}", .wrongType("tags")),
    ("items", "{\"id\": \"ID\", \"fields\": []}", .wrongType("fields")),
    ("items", "{\"id\": \"ID\", \"deleted\": 0}", .wrongType("deleted")),
    (
      "items", "{\"id\": \"ID\", \"title\": \"\", \"titleBytes\": \"?\"}", .unreadable("titleBytes")
    ),
    ("cards", "{\"id\": \"ID\", \"deck\": \"x\"}", .unreadable("deck")),
    ("memberships", "{\"collection\": \"ID\", \"item\": \"ID\"}", .missing("position")),
    (
      "memberships", "{\"collection\": \"ID\", \"item\": \"ID\", \"position\": \"zz\"}",
      .unreadable("position")
    ),
    (
      "reviews", "{\"card\": \"ID\", \"id\": \"ID\", \"at\": \"2026-01-01T00:00:00Z\"}",
      .missing("grade")
    ),
    (
      "reviews",
      "{\"card\": \"ID\", \"id\": \"ID\", \"at\": \"2026-01-01T00:00:00Z\", \"grade\": 5}",
      .unreadable("grade")
    ),
  ])
  func `an entry that says too little or something else is named with its place`(
    section: String, json: String, problem: EntryProblem
  ) throws {
    let entry = json.replacing("ID", with: Self.id)
    let found = try read(document(", \"\(section)\": [\n  \(entry)]"))
    #expect(found.map(\.result) == [.failure(problem)])
    #expect(found.first?.place.line == 2)
    #expect(found.first?.place.column == 3)
  }

  @Test func `a text of over 1 MiB is refused, one of 1 MiB is not`() throws {
    for (count, problem) in [(1 << 20, nil), (1 << 20 + 1, EntryProblem.tooLarge("title"))] {
      let title = String(repeating: "a", count: count)
      let text = document(", \"items\": [{\"id\": \"\(Self.id)\", \"title\": \"\(title)\"}]")
      let result = try #require(try read(text, pieces: 1 << 16).first).result
      #expect((result == problem.map { .failure($0) }) == (problem != nil))
    }
  }

  @Test func `bytes count while the text beside them is what they read as`() throws {
    func title(_ members: String) throws -> [UInt8]? {
      let text = document(", \"items\": [{\"id\": \"\(Self.id)\", \(members)}]")
      guard case .thing(let thing)? = try read(text).first?.result.get() else { return nil }
      return thing.values[.title]
    }
    #expect(try title("\"title\": \"a\u{FFFD}\", \"titleBytes\": \"Yf8=\"") == [0x61, 0xFF])
    #expect(try title("\"title\": \"by hand\", \"titleBytes\": \"Yf8=\"") == Array("by hand".utf8))
    #expect(try title("\"title\": null") == nil)
  }

  @Test func `damaged documents are refused or read, and nothing worse`() throws {
    let machine = try RichStore().machine
    let id = try #require(try machine.store.read { try $0.named("Spanish", .deck, $1) })
    let whole = try machine.document(.decks([id]))
    var random = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let index = bytes.indices.randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0 ... .max, using: &random)
        case 1: bytes.remove(at: index)
        default: bytes.insert(contentsOf: Array("{}[],:\"\\".utf8).shuffled().prefix(2), at: index)
        }
      }
      var reader = try DocumentReader(clock: LocalClock { _ in 0 }, Pieces(bytes, of: 333).read)
      do {
        while let entry = try reader.next() { #expect(entry.place.line >= 1) }
      } catch let error as JSONError {
        #expect(error.line >= 1 && error.column >= 1)
      } catch {
        #expect(error as? DocumentProblem == .otherSchema)
      }
    }
  }
}
