import Daybook
import DaybookEvents

/// Reads the entries of an export from JSON. A member that is not there says nothing, and one
/// that is not known is passed over.
struct EntryReader {
  /// What `payload` limits of the log leave to one text: 1 MiB.
  private static let textLimit = EventBytes.textLimit

  private let object: JSONObject
  private let clock: LocalClock

  /// - Parameter clock: for times without an offset, which only people write.
  init(_ value: JSONValue, clock: LocalClock) throws(EntryProblem) {
    guard case .object(let object) = value else { throw .notAnObject }
    self.object = object
    self.clock = clock
  }

  /// An entry of a section; nil for a section that is not known.
  func entry(in section: DocumentSection) throws(EntryProblem) -> PortableEntry {
    switch section {
    case .settings: .setting(try setting())
    case .items: .thing(try item())
    case .collections: .thing(try named(.collection))
    case .decks: .thing(try named(.deck))
    case .cards: .thing(try card())
    case .memberships: .membership(try membership())
    case .reviews: .review(try review())
    }
  }

  private func setting() throws(EntryProblem) -> SettingValue {
    guard let name = try string("name"), !name.isEmpty else { throw .missing("name") }
    return SettingValue(name: name, value: try string("value") ?? "")
  }

  /// An item on a line of its own, which may name its schema.
  func line() throws(EntryProblem) -> PortableEntry {
    let schema = try string("schema")
    guard schema == nil || schema == PortableThing.lineSchema else { throw .unreadable("schema") }
    return .thing(try item())
  }

  /// An item. Of its schedule, what is not said is not set where anything is said of it.
  func item() throws(EntryProblem) -> PortableThing {
    var thing = try thing(.item)
    thing.editedAt = try time("editedAt")
    for (name, field) in [("title", Field.title), ("body", .body), ("kind", .kind)] {
      thing.values[field] = try text(name)
    }
    if let status = try string("status") {
      let completedAt = try time("completedAt")?.milliseconds
      thing.values[.status] =
        ItemChange.StatusChange(ItemStatus(rawValue: status), completedAt: completedAt).encoded
    }
    if ["due", "scheduled", "wait"].contains(where: { object[$0] != nil }) {
      thing.values[.schedule] =
        Schedule(
          due: try timeValue("due"), scheduled: try timeValue("scheduled"),
          waitUntil: try timeValue("wait")
        ).encoded
    }
    if object["priority"] != nil { thing.values[.priority] = try text("priority") ?? [] }
    thing.tags = try strings("tags")
    thing.collections = try strings("collections") ?? []
    thing.extras = try extras()
    if let state = object["importState"] {
      guard let bytes = JSONText.bytes(base64: state) else { throw .unreadable("importState") }
      thing.values[.source] = bytes
    }
    return thing
  }

  private func named(_ kind: ThingKind) throws(EntryProblem) -> PortableThing {
    var thing = try thing(kind)
    thing.values[.name] = try text("name")
    return thing
  }

  private func card() throws(EntryProblem) -> PortableThing {
    var thing = try thing(.card)
    thing.values[.deck] = try id("deck")?.bytes
    thing.values[.cardItem] = try id("item")?.bytes
    for (name, field) in [("front", Field.front), ("back", .back), ("kind", .cardKind)] {
      thing.values[field] = try text(name)
    }
    thing.values[.suspended] = try flag("suspended").map { [$0 ? 1 : 0] }
    return thing
  }

  private func membership() throws(EntryProblem) -> PortableMembership {
    let (collection, item) = (try required("collection"), try required("item"))
    if try flag("removed") == true {
      return PortableMembership(collection: collection, item: item, position: nil)
    }
    guard let digits = try string("position") else { throw .missing("position") }
    guard let position = Hexadecimal.bytes(digits),
      (1...Position.byteLimit).contains(position.count)
    else { throw .unreadable("position") }
    return PortableMembership(collection: collection, item: item, position: position)
  }

  private func review() throws(EntryProblem) -> PortableReview {
    guard let time = try time("at") else { throw .missing("at") }
    guard let grade = try number("grade") else { throw .missing("grade") }
    guard (1...4).contains(grade) else { throw .unreadable("grade") }
    let hour = try number("rolloverHour") ?? 4
    guard (0...23).contains(hour) else { throw .unreadable("rolloverHour") }
    return PortableReview(
      card: try required("card"), id: try required("id"), time: time, grade: UInt8(grade),
      shown: try string("shown") ?? "",
      durationMilliseconds: try number("durationMilliseconds") ?? 0, rolloverHour: Int(hour),
      isRetracted: try flag("retracted") ?? false)
  }

  private func thing(_ kind: ThingKind) throws(EntryProblem) -> PortableThing {
    var thing = PortableThing(kind, try required("id"))
    thing.createdAt = try time("createdAt")
    thing.isDeleted = try flag("deleted")
    return thing
  }
}

/// Members by type. `null` says as little as no member.
extension EntryReader {
  private func text(_ name: String) throws(EntryProblem) -> [UInt8]? {
    guard let bytes = try JSONText.bytes(name, in: object) else { return nil }
    try Self.check(name, bytes)
    return bytes
  }

  private static func check(_ name: String, _ bytes: [UInt8]) throws(EntryProblem) {
    if bytes.contains(0) { throw .nulByte(name) }
    if bytes.count > textLimit { throw .tooLarge(name) }
  }

  private func string(_ name: String) throws(EntryProblem) -> String? {
    guard let value = object[name], value != .null else { return nil }
    guard let text = value.text else { throw .wrongType(name) }
    try Self.check(name, Array(text.utf8))
    return text
  }

  private func strings(_ name: String) throws(EntryProblem) -> [String]? {
    guard let value = object[name], value != .null else { return nil }
    guard case .array(let values) = value else { throw .wrongType(name) }
    var texts: [String] = []
    for value in values {
      guard let text = value.text else { throw .wrongType(name) }
      try Self.check(name, Array(text.utf8))
      texts.append(text)
    }
    return texts
  }

  private func flag(_ name: String) throws(EntryProblem) -> Bool? {
    guard let value = object[name], value != .null else { return nil }
    guard case .bool(let flag) = value else { throw .wrongType(name) }
    return flag
  }

  private func number(_ name: String) throws(EntryProblem) -> UInt64? {
    guard let value = object[name], value != .null else { return nil }
    guard case .number(let digits) = value else { throw .wrongType(name) }
    guard let number = UInt64(digits) else { throw .unreadable(name) }
    return number
  }

  private func id(_ name: String) throws(EntryProblem) -> EntityID? {
    guard let text = try string(name) else { return nil }
    guard let id = EntityID(text) else { throw .unreadable(name) }
    return id
  }

  private func required(_ name: String) throws(EntryProblem) -> EntityID {
    guard let id = try id(name) else { throw .missing(name) }
    return id
  }

  private func timeValue(_ name: String) throws(EntryProblem) -> TimeValue? {
    guard let text = try string(name) else { return nil }
    if let time = ZonedTime(text) { return .instant(milliseconds: time.milliseconds) }
    // A time that cannot be read is reported by its name.
    guard let value = try? ISOTime.parse(text, clock: clock) else { throw .unreadable(name) }
    return value
  }

  private func time(_ name: String) throws(EntryProblem) -> ZonedTime? {
    if let time = try string(name).flatMap(ZonedTime.init) { return time }
    switch try timeValue(name) {
    case .instant(let milliseconds): return clock.zoned(milliseconds)
    case .date(let date): return clock.zoned(clock.instant(date, millisecondOfDay: 0))
    case nil: return nil
    }
  }

  private func extras() throws(EntryProblem) -> [ExtraField]? {
    guard let value = object["fields"], value != .null else { return nil }
    guard case .object(let fields) = value else { throw .wrongType("fields") }
    let suffix = JSONText.suffix
    var odd = JSONObject()
    if case .object(let bytes) = object["fields" + suffix] { odd = bytes }
    var extras: [ExtraField] = []
    for member in fields.members {
      var pair = JSONObject([(member.key, member.value)])
      pair[member.key + suffix] = odd[member.key]
      guard let bytes = try JSONText.bytes(member.key, in: pair) else { continue }
      try Self.check("fields", bytes)
      try Self.check("fields", Array(member.key.utf8))
      if !bytes.isEmpty { extras.append(ExtraField(name: member.key, value: bytes)) }
    }
    return extras
  }
}
