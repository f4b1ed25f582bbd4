import Daybook
import DaybookEvents
import Foundation
import Synchronization
import Testing

/// The same log in machines of other time zones (C19). Anki counts days from the rollover of the
/// machine that computes, and comes to a stability of 36.4 in UTC and 24.0 in Tokyo.
struct TimeZoneTests {
  private static let zones = ["UTC", "Asia/Tokyo", "America/Los_Angeles", "Asia/Kathmandu"]
  private static let hour: Int64 = 3_600_000
  let shell: Shell
  let card: String

  /// A card answered on an evening, the next morning, and nine days later, all in UTC.
  init() throws {
    shell = try Shell()
    // 2023-11-15 20:00 UTC.
    let now = Mutex<Int64>(1_700_006_400_000 + 20 * Self.hour)
    var options = StoreOptions(replicaName: "at home")
    options.now = { now.withLock { $0 } }
    options.offsetMinutes = { _ in 0 }
    let store = try Store.open(at: shell.path + "/home", options: options)
    let deck = try store.createDeck(named: "Spanish")
    var change = CardChange()
    change.front = "el perro"
    change.back = "the dog"
    let card = try store.addCard(change, to: deck)
    self.card = card.handleDigits
    for hours in [0, 12, 9 * 24] as [Int64] {
      now.withLock { $0 += hours * Self.hour }
      try store.review(card, .good)
    }
    try store.createBundle(at: shell.path + "/bundle")
  }

  /// What follows from the log alone: not how likely the card is remembered this very day.
  private func state(_ store: String, _ zone: String) throws -> [String: Any] {
    var shown = try shell.run(
      ["card", "show", card, "--json", "--store", shell.path + "/" + store],
      environment: ["TZ": zone]
    ).json()
    #expect(shown.removeValue(forKey: "retrievability") != nil)
    return shown
  }

  @Test func `a card is learned alike wherever its log is read, folded or built anew`() throws {
    let home = try state("home", "UTC")
    #expect(try abs(#require(home["stability"] as? Double) - 36.37) < 0.01)
    #expect(home["due"] as? String == "2024-01-01" || home["due"] as? String == "2023-12-31")
    for zone in Self.zones {
      #expect(try state("home", zone) as NSDictionary == home as NSDictionary, "\(zone)")
      let folded = zone.replacing("/", with: "-")
      let merged = try shell.run(
        ["merge", shell.path + "/bundle", "--store", shell.path + "/" + folded],
        environment: ["TZ": zone])
      #expect(merged.status == 0, "\(merged.errors)")
      #expect(try state(folded, zone) as NSDictionary == home as NSDictionary, "\(zone)")
      let rebuilt = try shell.run(
        ["rebuild", "--json", "--store", shell.path + "/" + folded], environment: ["TZ": zone])
      let views = try #require(try rebuilt.json()["views"] as? [[String: Any]])
      #expect(views.count == ViewName.allCases.count)
      #expect(views.allSatisfy { $0["differences"] as? Int == 0 })
      #expect(try state(folded, zone) as NSDictionary == home as NSDictionary, "\(zone)")
    }
  }
}
