import DaybookInterchange
import TestSupport
import Testing

struct JSONTests {
  private func parse(_ text: String) throws -> JSONValue {
    try JSONValue(parsing: Array(text.utf8))
  }

  private func failure(_ bytes: [UInt8]) -> JSONError? {
    do throws(JSONError) {
      _ = try JSONValue(parsing: bytes)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    "null", "true", "[]", "{}", "[1,-0.50,1e+9,9007199254740993]", #"{"b":1,"a":[{}]}"#,
    #""\u0000\u001b\u202e ż 🐢 \"\\""#,
  ])
  func `what is written in canonical form comes back the same`(text: String) throws {
    #expect(String(decoding: try parse(text).bytes, as: UTF8.self) == text)
  }

  @Test func `escapes and surrogate pairs are decoded`() throws {
    #expect(try parse(#" "\u017c\ud83d\udc22\/\b\f\n\r\t" "#).text == "ż🐢/\u{8}\u{C}\n\r\t")
  }

  @Test func `of equal keys the last value counts`() throws {
    let value = try parse(#"{"a":1,"b":2,"a":3}"#)
    #expect(String(decoding: value.bytes, as: UTF8.self) == #"{"a":3,"b":2}"#)
  }

  @Test func `large objects keep order and last values`() throws {
    let members = (0..<1000).map { "\"k\($0 % 500)\":\($0)" }.joined(separator: ",")
    guard case .object(let object) = try parse("{\(members)}") else {
      Issue.record("no object")
      return
    }
    #expect(object.members.count == 500)
    #expect(object.members.first?.key == "k0")
    #expect(object["k499"] == .number("999"))
  }

  @Test func `composed and decomposed keys are two`() throws {
    guard case .object(let object) = try parse("{\"\u{E9}\":1,\"e\u{301}\":2}") else {
      Issue.record("no object")
      return
    }
    #expect(object.members.count == 2)
    #expect(try parse("\"\u{E9}\"") != parse("\"e\u{301}\""))
  }

  @Test(arguments: [
    ("", 1, 1, JSONError.Problem.unexpectedEnd), ("[1,\n 2", 2, 3, .unexpectedEnd),
    ("[1,]", 1, 4, .unexpectedByte), ("{\"a\" 1}", 1, 6, .unexpectedByte),
    ("01", 1, 2, .malformedNumber), ("1.", 1, 3, .malformedNumber), ("nul", 1, 4, .unexpectedEnd),
    ("[\"ż\", x]", 1, 7, .unexpectedByte), ("1 2", 1, 3, .trailingContent),
    ("\"\\q\"", 1, 3, .malformedEscape), ("\"\\ud83d\"", 1, 3, .loneSurrogate),
    ("\"\\udc22\\ud83d\"", 1, 3, .loneSurrogate), ("\"a\nb\"", 1, 3, .controlCharacter),
    ("-", 1, 2, .unexpectedEnd), ("'a'", 1, 1, .unexpectedByte), ("1a", 1, 2, .malformedNumber),
  ])
  func `an error has its place`(
    text: String, line: Int, column: Int, problem: JSONError.Problem
  ) throws {
    let error = try #require(failure(Array(text.utf8)))
    #expect((error.line, error.column, error.problem) == (line, column, problem))
  }

  @Test func `bytes that are not UTF-8 are an error where they stand`() throws {
    let error = try #require(failure(Array("[\"\u{17C}a".utf8) + [0xFF] + Array("\"]".utf8)))
    #expect((error.column, error.problem) == (5, .invalidUTF8))
  }

  @Test func `nesting ends at 128`() throws {
    let deep = { String(repeating: "[", count: $0) + String(repeating: "]", count: $0) }
    #expect(throws: Never.self) { try parse(deep(128)) }
    #expect(failure(Array(deep(129).utf8))?.problem == .nestedTooDeeply)
    #expect(failure(Array(String(repeating: "[", count: 1_000_000).utf8)) != nil)
  }

  @Test func `a stream gives every good line and the place of every bad one`() {
    let text = "\u{FEFF}{\"a\":1}\r\n\n{\"b\": bad}\n{\"c\":\n3}\n{\"d\":\n{\"e\":5} {\"f\":6}\nx\n"
    let elements = Array(JSONStream(Array(text.utf8)))
    #expect(elements.map(\.line) == [1, 3, 4, 6, 7, 7, 8])
    let sound = elements.compactMap { element in
      // What failed is left out: only the sound ones are asked for.
      (try? element.result.get()).map { String(decoding: $0.bytes, as: UTF8.self) }
    }
    #expect(sound == [#"{"a":1}"#, #"{"c":3}"#, #"{"e":5}"#, #"{"f":6}"#])
  }

  @Test func `random and broken text never traps, and what is read writes back the same`() throws {
    var generator = SeededGenerator(seed: 1)
    let sound = Array(#"{"a":[1,2.5e3,"x\u00e9\n"],"b":{"c":null,"d":[true,false]}}"#.utf8)
    for index in 0..<10_000 {
      let bytes =
        index % 2 == 0
        ? generator.mutated(sound) : generator.bytes(40, from: #"[]{}",:0123.eE-\utrfalsn "#)
      for element in JSONStream(bytes, unwrapsArrays: index % 3 == 0) {
        guard case .success(let value) = element.result else { continue }
        #expect(try JSONValue(parsing: value.bytes) == value)
      }
    }
  }
}
