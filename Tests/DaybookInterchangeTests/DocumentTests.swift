import Daybook
import DaybookEvents
import DaybookInterchange
import Foundation
import Testing

/// S0-21: what an export writes, and that nothing of it is lost on the way back.
struct DocumentTests {
  @Test(arguments: [1 << 20, 777])
  func `an export brought into an empty store comes out byte for byte`(pieces: Int) throws {
    let rich = try RichStore()
    let document = try rich.machine.document()
    #expect(try rich.machine.conflicts.isEmpty == false)
    let other = try ImportMachine("other", offsetMinutes: 0)
    let report = try other.importDocument(document, pieces: pieces)
    #expect(report.problems == [])
    #expect(report.new == report.itemCount)
    #expect(try other.document() == document)
    for card in rich.cards {
      let (one, two) = (
        try rich.machine.store.read { try $0.card(card, $1) },
        try other.store.read { try $0.card(card, $1) }
      )
      #expect(one == two)
    }
  }

  @Test func `a second import appends nothing, here and where it came from`() throws {
    let rich = try RichStore()
    let document = try rich.machine.document()
    let other = try ImportMachine("other", offsetMinutes: 0)
    let count = try other.importDocument(document).new
    for machine in [other, rich.machine] {
      let before = try machine.eventCount
      let report = try machine.importDocument(document)
      #expect(report.duplicate == count)
      #expect(report.itemCount == count)
      #expect(try machine.eventCount == before)
    }
  }

  @Test func `an imported vault and task list are known where an export of them is brought in`()
    throws
  {
    let rich = try RichStore()
    let other = try ImportMachine("other")
    try other.importDocument(try rich.machine.document())
    let id = try #require(try other.items["B"]?.id)
    var change = ItemChange()
    change.body = "Mine."
    try other.store.edit(id, change)
    let before = try other.eventCount
    #expect(try other.importVault(["B.md": "B"]).duplicate == 1)
    #expect(try other.eventCount == before)
    #expect(try other.exportedText("B.md")?.contains("Mine.") == true)
  }

  @Test func `another program reads what was written`() throws {
    let rich = try RichStore()
    let document = try rich.machine.document()
    let parsed = try JSONSerialization.jsonObject(with: Data(document)) as? [String: Any]
    let object = try #require(parsed)
    #expect(object["schema"] as? String == "daybook.document/1")
    let sections = [
      "settings", "items", "collections", "memberships", "media", "noteTypes", "decks", "notes",
      "cards", "reviews",
    ]
    #expect(Set(object.keys) == Set(sections + ["schema"]))
    let settings = object["settings"] as? [[String: String]]
    #expect(settings == [["name": "rolloverHour", "value": "5"]])
    let items = try #require(object["items"] as? [[String: Any]])
    let common = [
      "id", "title", "body", "kind", "status", "completedAt", "tags", "due", "scheduled", "wait",
      "priority", "fields", "createdAt", "editedAt", "deleted",
    ]
    let sometimes: Set = [
      "titleBytes", "bodyBytes", "fieldsBytes", "importState", "unusedTags",
    ]
    for item in items {
      #expect(Set(item.keys).subtracting(sometimes) == Set(common))
      let id = try #require(EntityID(item["id"] as? String ?? ""))
      let stored = try #require(try rich.machine.item(id))
      #expect(item["title"] as? String == stored.title.string)
      #expect(item["body"] as? String == stored.body.string)
      #expect(item["tags"] as? [String] == stored.tags)
      #expect(item["deleted"] as? Bool == stored.isDeleted)
      let bytes = (item["titleBytes"] as? String).flatMap { Data(base64Encoded: $0) }
      #expect(bytes.map { [UInt8]($0) } ?? Array(stored.title.string.utf8) == stored.title.bytes)
    }
    #expect(
      items.compactMap { $0["id"] as? String }
        == items.compactMap { $0["id"] as? String }
        .sorted())
    #expect(items.contains { ($0["due"] as? String) == "2030-02-28" })
    #expect(items.contains { ($0["wait"] as? String) == "+010000-01-01T00:00:00+00:00" })
    #expect((object["reviews"] as? [Any])?.count == 13)
    let removed = (object["memberships"] as? [[String: Any]])?.filter { $0["removed"] != nil }
    #expect(removed?.count == 2)
  }

  @Test func `a document is text that a terminal can be shown, one field a line`() throws {
    let document = try RichStore().machine.document()
    let text = try #require(String(validating: document, as: UTF8.self))
    #expect(text.hasSuffix("\n}\n"))
    for scalar in text.unicodeScalars where scalar != "\n" {
      let isHidden =
        scalar.properties.generalCategory == .control
        || ("\u{202A}"..."\u{202E}").contains(scalar) || scalar == "\u{2028}"
      #expect(!isHidden)
      if isHidden { break }
    }
    #expect(text.contains("\\u001b[31m\\u007f\\u009b\\u202e\\r\\n\\t"))
    let lines = text.split(separator: "\n")
    #expect(
      lines.filter { $0.hasPrefix("      \"title\": ") }.count
        == lines.filter { $0.hasPrefix("      \"body\": ") }.count)
  }

  @Test func `one changed field is one changed line`() throws {
    let machine = try RichStore().machine
    let before = String(decoding: try machine.document(), as: UTF8.self).split(separator: "\n")
    let id = try #require(try machine.items["task"] ?? machine.items["B"]).id
    var change = ItemChange()
    change.priority = .low
    try machine.store.edit(id, change)
    let after = String(decoding: try machine.document(), as: UTF8.self).split(separator: "\n")
    #expect(before.count == after.count)
    let changed = zip(before, after).filter { $0 != $1 }.map(\.1)
    #expect(changed.count == 2)
    #expect(changed.first?.hasPrefix("      \"priority\": \"low\"") == true)
    #expect(changed.last?.hasPrefix("      \"editedAt\"") == true)
  }

  @Test func `members in another order and layout say the same`() throws {
    let machine = try RichStore().machine
    let document = try machine.document()
    let object = try JSONSerialization.jsonObject(with: Data(document))
    for options in [JSONSerialization.WritingOptions.sortedKeys, [.prettyPrinted, .sortedKeys]] {
      let written = [UInt8](try JSONSerialization.data(withJSONObject: object, options: options))
      let other = try ImportMachine("other")
      #expect(try other.importDocument(written, pieces: 100).problems == [])
      #expect(try other.document() == document)
    }
  }
}
