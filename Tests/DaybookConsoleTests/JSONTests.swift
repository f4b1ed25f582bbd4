import DaybookConsole
import Foundation
import TestSupport
import Testing

struct JSONTests {
  private let item: JSON = [
    "schema": "daybook.item/1", "title": "Milk", "tags": ["home", "shop"], "due": nil,
    "deleted": false, "reviews": 3, "stability": 2.5, "empty": [:], "none": [],
  ]

  @Test func `a compact document is one line in the order given`() {
    #expect(
      item.compact == #"{"schema":"daybook.item/1","title":"Milk","tags":["home","shop"],"#
        + #""due":null,"deleted":false,"reviews":3,"stability":2.5,"empty":{},"none":[]}"#)
  }

  @Test func `a pretty document is indented by two spaces`() {
    let document: JSON = ["title": "Milk", "tags": ["home", ["deep": true]], "empty": [:]]
    #expect(
      document.pretty == """
        {
          "title": "Milk",
          "tags": [
            "home",
            {
              "deep": true
            }
          ],
          "empty": {}
        }
        """)
  }

  @Test func `what a terminal must not see is written as escapes`() {
    let text = "\u{1B}[0m \u{0}\u{7F}\u{9B}\u{202E}\u{2069}\u{2028} \r\n\t\"\\ é😀/"
    #expect(
      JSON.string(text).compact == #""\u001b[0m \u0000\u007f\u009b\u202e\u2069\u2028 "#
        + #"\u000d\n\t\"\\ é😀/""#)
  }

  @Test func `numbers keep their value and what is no number is null`() {
    #expect(JSON.integer(.min).compact == "-9223372036854775808")
    #expect(JSON.unsigned(.max).compact == "18446744073709551615")
    #expect(JSON.number(0.1).compact == "0.1")
    #expect(JSON.number(.nan).compact == "null")
    #expect(JSON.number(-.infinity).compact == "null")
  }

  @Test func `stored bytes that are not UTF-8 are repaired`() {
    #expect(JSON.text([0x61, 0xE9, 0x62]).compact == "\"a\u{FFFD}b\"")
  }

  @Test func `10,000 hostile texts survive another program's reader`() throws {
    var generator = SeededGenerator(seed: 3)
    for round in 0..<10_000 {
      let text = String(decoding: generator.hostileBytes(), as: UTF8.self)
      let document = JSON.object([(text, .array([.string(text), .null]))])
      for written in [document.compact, document.pretty] {
        #expect(!written.unicodeScalars.contains(where: isForbidden), "round \(round)")
        let read = try JSONSerialization.jsonObject(with: Data(written.utf8))
        let values = try #require((read as? [String: [Any]])?[text], "round \(round)")
        #expect(values.first as? String == text, "round \(round)")
      }
    }
  }

  /// Read by the C library's rules: Foundation's reader is off by a few last bits itself.
  @Test func `10,000 random numbers are JSON and read back bit for bit`() throws {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<10_000 {
      let number = Double(bitPattern: generator.next())
      guard number.isFinite else { continue }
      let written = JSON.number(number).compact
      #expect(Double(written)?.bitPattern == number.bitPattern, "\(written)")
      _ = try JSONSerialization.jsonObject(with: Data("[\(written)]".utf8))
    }
  }

  @Test func `every kind of value reads back`() throws {
    for written in [item.compact, item.pretty] {
      let read = try JSONSerialization.jsonObject(with: Data(written.utf8))
      let members = try #require(read as? [String: Any])
      #expect(members.count == 9)
      #expect(members["tags"] as? [String] == ["home", "shop"])
      #expect(members["reviews"] as? Int == 3)
      #expect(members["due"] is NSNull)
      #expect(members["deleted"] as? Bool == false)
    }
  }
}
