import Daybook
import DaybookEvents
import DaybookScheduler

/// Reads the entries of an export from JSON. A member that is not there says nothing, and one
/// that is not known is passed over.
struct EntryReader {
  /// What `payload` limits of the log leave to one text: 1 MiB.
  static let textLimit = EventBytes.textLimit

  let object: JSONObject
  let clock: LocalClock

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
    case .things(let kind): .thing(try thing(of: kind))
    case .memberships: .membership(try membership())
    case .media: .media(try media())
    case .noteTypes: .noteType(try noteType())
    case .reviews: .review(try review())
    }
  }

  private func thing(of kind: ThingKind) throws(EntryProblem) -> PortableThing {
    switch kind {
    case .item: try item()
    case .deck: try deck()
    case .note: try note()
    case .card: try card()
    case .custom: try customThing()
    default: try plainThing(kind)
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
    for attribute in ItemAttribute.all where object[attribute.name] != nil {
      thing.values[attribute.field] = try text(attribute.name) ?? []
    }
    thing.tags = try strings("tags")
    thing.unusedTags = try strings("unusedTags") ?? []
    thing.collections = try strings("collections") ?? []
    thing.extras = try extras("fields")
    thing.values[.source] = try base64("importState")
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
    try readNote(of: &thing)
    try readMarks(of: &thing)
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
    let hour = try number("rolloverHour") ?? UInt64(StudyDay.usualRolloverHour)
    guard (0...23).contains(hour) else { throw .unreadable("rolloverHour") }
    return PortableReview(
      card: try required("card"), id: try required("id"), time: time, grade: UInt8(grade),
      shown: try string("shown") ?? "",
      durationMilliseconds: try number("durationMilliseconds") ?? 0, rolloverHour: Int(hour),
      isRetracted: try flag("retracted") ?? false, scheduled: try scheduled(),
      steps: try steps())
  }

  func thing(_ kind: ThingKind) throws(EntryProblem) -> PortableThing {
    var thing = PortableThing(kind, try required("id"))
    thing.createdAt = try time("createdAt")
    thing.isDeleted = try flag("deleted")
    return thing
  }
}
