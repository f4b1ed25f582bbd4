import Daybook
import Foundation

/// A reading list that a laptop and a phone keep together: what a program does that has a daybook
/// inside. It prints what it found, and ends with a failure where something is not as it says.
@main
struct ReadingList {
  static func main() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "reading-list-\(UUID().uuidString)").path(percentEncoded: false)
    // The folder of a test: whatever is left of it harms nobody.
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let devices = (laptop: Device("laptop", seed: 1), phone: Device("phone", seed: 2))
    let laptop = try devices.laptop.store(in: folder)
    let phone = try devices.phone.store(in: folder)

    let book = try begin(on: laptop)
    try phone.merge(bundle: try laptop.bundle())
    try refuseWhatWasNotSeen(book, laptop, phone)
    for device in [devices.laptop, devices.phone] { device.wait(minutes: 30) }
    try decideBetween(book, laptop, phone)
    try study(book, on: phone, devices.phone)
    try lookBack(book, laptop, phone)
  }

  /// Captures a book, tags it, puts it on a shelf, and finds it again.
  private static func begin(on laptop: Store) throws -> EntityID {
    var fields = ItemChange()
    fields.title = "The Periodic Table"
    fields.schedule = Schedule(due: CivilDate(year: 2027, month: 2, day: 1).map { .date($0) })
    let shelf = try laptop.createCollection(named: "To read")
    let book = try laptop.capture(fields, tags: ["chemistry"], in: [shelf])
    let found = try laptop.items(matching: "tag:chemistry due.before:2027-03-01")
    expect(found.map(\.id) == [book] && found[0].collections == ["To read"])
    try expect(laptop.items(in: shelf).map(\.id) == [book])
    try expect(laptop.tags().map(\.name) == ["chemistry"])
    print("captured \(book)")
    return book
  }

  /// A form was open on the phone while the laptop wrote: what it would overwrite unseen is refused.
  private static func refuseWhatWasNotSeen(
    _ book: EntityID, _ laptop: Store, _ phone: Store
  ) throws {
    let shown = try phone.version()
    var change = ItemChange()
    change.body = "Primo Levi, 1975"
    try laptop.edit(book, change)
    try expect(phone.merge(bundle: try laptop.bundle()).appliedEvents == 1)
    change.body = "by Levi"
    do {
      try phone.expecting(shown).edit(book, change)
      expect(false)
    } catch StoreError.changedSince(let thing) {
      expect(thing == book)
    }
    try expect(phone.item(book)?.body == "Primo Levi, 1975")
    change.body = "Primo Levi, 1975; a chapter for each element"
    try phone.expecting(try phone.version()).edit(book, change)
    print("refused what had not seen the other device's change")
  }

  /// Both change the title without knowing of each other: both versions are kept, one shows on
  /// both devices, and a person decides.
  private static func decideBetween(
    _ book: EntityID, _ laptop: Store, _ phone: Store
  ) throws {
    var change = ItemChange()
    change.title = "Il sistema periodico"
    try phone.edit(book, change)
    change.title = "The Periodic Table (1975)"
    try laptop.edit(book, change)
    try exchange(laptop, phone)
    let open = try laptop.conflicts(about: book)
    expect(open.map(\.field) == ["title"] && open[0].writes.count == 2)
    try expect(phone.conflicts() == open)
    try phone.keep(book, event: open[0].writes[1].event)
    try exchange(laptop, phone)
    try expect(laptop.conflicts().isEmpty)
    print("kept \(try laptop.item(book)?.title.string ?? "nothing") of two titles")
  }

  /// A flashcard made from the book, and its first answers.
  private static func study(_ book: EntityID, on phone: Store, _ device: Device) throws {
    let deck = try phone.createDeck(named: "Books")
    var fields = CardChange()
    fields.front = "Which element does the book end with?"
    fields.back = "Carbon"
    fields.item = book
    let card = try phone.addCard(fields, to: deck)
    var queue = try phone.reviewQueue()
    expect(queue.count == 1 && queue.next(at: 0) == card)
    let answered = try phone.review(card, .good, durationMilliseconds: 4_200)
    expect(answered.reviews == 1 && answered.state == "learning")
    device.wait(minutes: 15)
    let learned = try phone.review(card, .good)
    print("in review after \(learned.reviews) answers, stability \(learned.stability ?? 0)")
    try expect(phone.decks().map(\.total) == [1])
  }

  /// What was written is all there, on both devices the same, and proved.
  private static func lookBack(_ book: EntityID, _ laptop: Store, _ phone: Store) throws {
    try exchange(laptop, phone)
    for change in try laptop.changes(to: book).reversed() {
      print("\(change.event)  \(change.kind)  \(change.replicaName.string)")
    }
    try expect(laptop.verify().problems.isEmpty)
    try expect(laptop.rebuildViews().allSatisfy { $0.differences == 0 })
    let (one, other) = (try laptop.status(), try phone.status())
    expect(one.fingerprint == other.fingerprint && one.events == other.events)
    print("\(one.events) events, fingerprint \(one.fingerprint)")
  }

  private static func exchange(_ one: Store, _ other: Store) throws {
    let bundle = try one.bundle()
    try expect(other.merge(bundle: bundle).problems.isEmpty)
    try expect(one.merge(bundle: try other.bundle()).problems.isEmpty)
  }

  private static func expect(
    _ holds: @autoclosure () throws -> Bool, line: UInt = #line
  ) rethrows {
    guard try holds() else { fatalError("what line \(line) says does not hold") }
  }
}
