import Daybook
package import DaybookEvents
import DaybookLog
package import TestSupport

/// Makes random events over a few things, with what each writes.
package struct SimulatedEvents {
  package var random: SeededGenerator
  /// Whether things are erased: then the past is not what it was.
  package var mayErase = true
  /// Whether decks and collections are joined into others: then one holds what another does.
  package var mayJoin = true
  /// Reviews made so far, to be retracted.
  package var reviews: [(card: EntityID, id: EntityID)] = []

  /// Events by chance.
  package init(random: SeededGenerator, mayErase: Bool = true, mayJoin: Bool = true) {
    (self.random, self.mayErase, self.mayJoin) = (random, mayErase, mayJoin)
  }

  package mutating func next() -> SimulatedEvent {
    if mayErase, random.isOne(in: 24) { return erasure() }
    return switch random.below(16) {
    case 0, 1: fields(.itemCaptured)
    case 2, 3: fields(.itemEdited)
    case 4: tag()
    case 5, 6: membership()
    case 7: life()
    case 8: mayJoin && random.isOne(in: 3) ? join() : named()
    case 9: random.isOne(in: 4) ? undoing() : card()
    case 10: cardChange()
    case 11, 12, 13: study()
    case 14: custom()
    default: review()
    }
  }

  private mutating func erasure() -> SimulatedEvent {
    let things =
      Sample.items + Sample.collections + Sample.decks + Sample.cards + Sample.notes
      + Sample.customThings
    return SimulatedEvent(.thingErased, random.pick(things)) { _, _ in [] }
  }

  private mutating func fields(_ kind: EventKind) -> SimulatedEvent {
    let row = RowKey(.item, random.pick(Sample.items))
    var values: [(number: UInt32, field: Field, value: [UInt8])] = []
    let numbered: [(UInt32, Field)] = [(1, .title), (2, .body), (3, .kind), (6, .priority)]
    for (number, field) in numbered where random.isOne(in: 2) {
      values.append((number, field, Array("\(field) \(random.below(4))".utf8)))
    }
    let status = Sample.message { $0.text(1, random.pick(["active", "done"])) }
    if random.isOne(in: 3) { values.append((4, .status, status)) }
    values.sort { $0.number < $1.number }
    let name = random.pick(["project", "uda"])
    let extra = Sample.message { wire in
      wire.text(1, name)
      wire.text(2, "\(random.below(3))")
    }
    let hasExtra = random.isOne(in: 4)
    let payload = Sample.message { wire in
      for value in values { wire.bytes(value.number, value.value) }
      if hasExtra { wire.bytes(8, extra) }
    }
    return SimulatedEvent(kind, row.entity, payload: payload) { [values] header, _ in
      var writes = [(Sample.key(row, .life), [UInt8(1)])]
      if kind == .itemCaptured {
        writes.append((Sample.key(row, .created), Sample.created(header)))
      }
      writes += values.map { (Sample.key(row, $0.field), $0.value) }
      let part = EntityID(name: "extra", name).rawValue
      return hasExtra ? writes + [(Sample.key(row, .extra, part), extra)] : writes
    }
  }

  private mutating func custom() -> SimulatedEvent {
    let row = RowKey(.custom, random.pick(Sample.customThings))
    if random.isOne(in: 4) {
      let isDeletion = random.isOne(in: 2)
      return SimulatedEvent(isDeletion ? .customDeleted : .customRestored, row.entity) { _, _ in
        [(Sample.key(row, .life), [isDeletion ? 0 : 1])]
      }
    }
    let kind = random.isOne(in: 8) ? "org.example.other/thing" : "org.example.reading/book"
    let isNew = random.isOne(in: 3)
    let values = ["page", "title"].filter { _ in random.isOne(in: 2) }.map { name in
      (
        part: EntityID(name: "custom value", name).rawValue,
        value: Sample.message { wire in
          wire.text(1, name)
          if name == "page" { wire.signed(3, Int64(random.below(3)) - 1) }
          if name == "title", !random.isOne(in: 4) { wire.text(2, "title \(random.below(3))") }
        }
      )
    }
    let payload = Sample.message { wire in
      wire.text(1, kind)
      wire.text(2, "read")
      for (_, value) in values { wire.bytes(3, value) }
      if isNew { wire.varint(4, 1) }
    }
    return SimulatedEvent(.customRecorded, row.entity, payload: payload) { header, _ in
      var writes: SimulatedEvent.Writes = [
        (Sample.key(row, .life), [1]), (Sample.key(row, .customKind), Array(kind.utf8)),
      ]
      if isNew { writes.append((Sample.key(row, .created), Sample.created(header))) }
      return writes + values.map { (Sample.key(row, .customValue, $0.part), $0.value) }
    }
  }

  /// It writes nothing by itself, whatever it names.
  private mutating func undoing() -> SimulatedEvent {
    let name = EventName(
      replica: ReplicaID(rawValue: random.next()), sequence: UInt64(random.below(20)), tag: 7)
    let note = UndoNote(
      UndoTarget(first: name, isBatch: random.isOne(in: 2)), isRedo: random.isOne(in: 2))
    return SimulatedEvent(.commandUndone, random.pick(Sample.items), payload: note.encoded) {
      _, _ in []
    }
  }

  private mutating func tag() -> SimulatedEvent {
    let row = RowKey(.item, random.pick(Sample.items))
    let name = random.pick(Sample.tags)
    let spelled = random.isOne(in: 3) ? name.uppercased() : name
    let tag = EntityID(name: "tag", normalizedTagName(name))
    let isOn = random.isOne(in: 2)
    let payload = Sample.message { $0.text(1, spelled) }
    return SimulatedEvent(
      isOn ? .itemTagged : .itemUntagged, row.entity, second: tag, payload: payload
    ) { _, _ in
      let writes: SimulatedEvent.Writes = [
        (Sample.key(row, .life), [1]), (Sample.key(row, .tag, tag.rawValue), [isOn ? 1 : 0]),
      ]
      guard isOn else { return writes }
      return writes + [(Sample.key(RowKey(.tag, tag), .tagName), Array(spelled.utf8))]
    }
  }

  private mutating func membership() -> SimulatedEvent {
    let item = random.pick(Sample.items)
    let collection = random.pick(Sample.collections)
    let kind = random.pick([EventKind.itemFiled, .itemMoved, .itemUnfiled])
    let position = random.bytes(1 + random.below(3))
    let payload = kind == .itemUnfiled ? [] : Sample.message { $0.bytes(1, position) }
    let row = RowKey(.membership, collection, item)
    return SimulatedEvent(kind, item, second: collection, payload: payload) { _, _ in
      [(Sample.key(row, .place), kind == .itemUnfiled ? [0] : [1] + position)]
    }
  }

  private mutating func life() -> SimulatedEvent {
    let (row, kinds): (RowKey, [EventKind]) =
      switch random.below(4) {
      case 0: (RowKey(.item, random.pick(Sample.items)), [.itemDeleted, .itemRestored])
      case 1:
        (
          RowKey(.collection, random.pick(Sample.collections)),
          [.collectionDeleted, .collectionRestored]
        )
      case 2: (RowKey(.deck, random.pick(Sample.decks)), [.deckDeleted, .deckRestored])
      default: (RowKey(.card, random.pick(Sample.cards)), [.cardDeleted, .cardRestored])
      }
    let isDeletion = !random.isOne(in: 3)
    return SimulatedEvent(isDeletion ? kinds[0] : kinds[1], row.entity) { _, _ in
      [(Sample.key(row, .life), [isDeletion ? 0 : 1])]
    }
  }

  private mutating func named() -> SimulatedEvent {
    let isDeck = random.isOne(in: 2)
    let isNew = random.isOne(in: 2)
    let row = RowKey(
      isDeck ? .deck : .collection, random.pick(isDeck ? Sample.decks : Sample.collections))
    let name = Array("name \(random.below(3))".utf8)
    let kind: EventKind =
      isDeck
      ? (isNew ? .deckCreated : .deckRenamed)
      : (isNew ? .collectionCreated : .collectionRenamed)
    let payload = Sample.message { $0.bytes(1, name) }
    return SimulatedEvent(kind, row.entity, payload: payload) { header, _ in
      let writes = [(Sample.key(row, .life), [UInt8(1)]), (Sample.key(row, .name), name)]
      return isNew ? writes + [(Sample.key(row, .created), Sample.created(header))] : writes
    }
  }

  /// Also of a thing into itself, which writes nothing, and of things into each other.
  private mutating func join() -> SimulatedEvent {
    let isDeck = random.isOne(in: 2)
    let things = isDeck ? Sample.decks : Sample.collections
    let row = RowKey(isDeck ? .deck : .collection, random.pick(things))
    let other = random.pick(things)
    let position = isDeck ? [] : random.bytes(1 + random.below(2))
    return SimulatedEvent(
      isDeck ? .deckJoined : .collectionJoined, row.entity, second: other,
      payload: isDeck ? [] : Sample.message { $0.bytes(1, position) }
    ) { _, _ in
      other == row.entity ? [] : [(Sample.key(row, .life), [2] + other.bytes + position)]
    }
  }

  private mutating func card() -> SimulatedEvent {
    let row = RowKey(.card, random.pick(Sample.cards))
    let deck = random.pick(Sample.decks)
    let front = Array("front \(random.below(3))".utf8)
    let payload = Sample.message { $0.bytes(1, front) }
    return SimulatedEvent(.cardAdded, row.entity, second: deck, payload: payload) { header, _ in
      [
        (Sample.key(row, .life), [1]), (Sample.key(row, .created), Sample.created(header)),
        (Sample.key(row, .deck), deck.bytes), (Sample.key(row, .front), front),
      ]
    }
  }

  private mutating func cardChange() -> SimulatedEvent {
    let row = RowKey(.card, random.pick(Sample.cards))
    let live = (Sample.key(row, .life), [UInt8(1)])
    switch random.below(3) {
    case 0:
      let deck = random.pick(Sample.decks)
      return SimulatedEvent(.cardMoved, row.entity, second: deck) { _, _ in
        [(Sample.key(row, .deck), deck.bytes)]
      }
    case 1:
      let isOff = random.isOne(in: 2)
      return SimulatedEvent(isOff ? .cardSuspended : .cardResumed, row.entity) { _, _ in
        [live, (Sample.key(row, .suspended), [isOff ? 1 : 0])]
      }
    default:
      let back = Array("back \(random.below(3))".utf8)
      let payload = Sample.message { $0.bytes(2, back) }
      return SimulatedEvent(.cardEdited, row.entity, payload: payload) { _, _ in
        [live, (Sample.key(row, .back), back)]
      }
    }
  }

  /// Another clock for a review, or its own again.
  private mutating func date(_ review: EntityID, of card: EntityID) -> SimulatedEvent {
    let isOwn = random.isOne(in: 4)
    let clock = ReviewClock(
      offsetMinutes: random.below(1600) - 800, rolloverHour: random.below(24))
    let value = isOwn ? [] : clock.encoded
    let payload = ReviewClock.payload([(review, value)])
    return SimulatedEvent(.reviewDated, card, payload: payload) { _, _ in
      [(Sample.key(RowKey(.reviews, card), .reviewDay, review.rawValue), value)]
    }
  }

  private mutating func review() -> SimulatedEvent {
    if let known = reviews.randomElement(using: &random), random.isOne(in: 6) {
      return date(known.id, of: known.card)
    }
    if let known = reviews.randomElement(using: &random), random.isOne(in: 3) {
      let payload = Sample.message { $0.bytes(1, known.id.bytes) }
      let isBack = random.isOne(in: 3)
      return SimulatedEvent(
        isBack ? .reviewReinstated : .reviewRetracted, known.card, payload: payload
      ) { _, _ in
        let row = RowKey(.reviews, known.card)
        return [(Sample.key(row, .retracted, known.id.rawValue), [isBack ? 0 : 1])]
      }
    }
    let card = random.pick(Sample.cards)
    let grade = UInt64(1 + random.below(4))
    let imported =
      random.isOne(in: 3) ? EntityID(name: "review", "\(random.below(3))") : nil
    if let imported { reviews.append((card, imported)) }
    let occurredAt = imported.map { _ in Int64(random.below(2_000_000)) * 1_000_000 }
    let isOld = random.isOne(in: 2)
    let draft = Sample.reviewed(
      card, grade: grade, id: imported, occurredAt: occurredAt, version: isOld ? 1 : 2)
    return SimulatedEvent(draft) { header, name in
      let id = imported ?? (isOld ? Sample.reviewIDOfVersion1(name) : Review.id(of: name))
      let value = Sample.message { wire in
        wire.varint(1, grade)
        wire.varint(2, 1000)
        if isOld || imported != nil { wire.bytes(5, id.bytes) }
        guard let occurredAt else { return }
        wire.signed(14, Int64(header.offsetMinutes))
        wire.signed(15, occurredAt)
      }
      return [(Sample.key(RowKey(.reviews, card), .answer, id.rawValue), value)]
    }
  }
}
