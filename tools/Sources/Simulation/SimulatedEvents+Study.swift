import Daybook
import DaybookEvents
import DaybookLog
import TestSupport

/// Options of decks, marks of cards, notes and what they consist of.
extension SimulatedEvents {
  package mutating func study() -> SimulatedEvent {
    switch random.below(6) {
    case 0: options()
    case 1: mark()
    case 2: noteType()
    case 3: cardOfNote()
    default: note()
    }
  }

  private mutating func options() -> SimulatedEvent {
    let row = RowKey(.deck, random.pick(Sample.decks))
    let options = [
      ("desiredRetention", random.pick(["0.8", "0.95", ""])),
      ("learningSteps", random.pick(["none", "1m 10m", "1d"])),
      ("newPerDay", random.pick(["0", "5"])), ("fuzz", random.pick(["on", "off"])),
      ("unheard-of", random.pick(["a", "b"])),
    ].filter { _ in random.isOne(in: 2) }
    let values = options.map { name, value in
      (
        part: EntityID(name: "option", name).rawValue,
        value: Sample.message { wire in
          wire.text(1, name)
          if !value.isEmpty { wire.text(2, value) }
        }
      )
    }
    let payload = Sample.message { wire in
      for value in values { wire.bytes(1, value.value) }
    }
    return SimulatedEvent(.deckOptionsChanged, row.entity, payload: payload) { _, _ in
      [(Sample.key(row, .life), [1])]
        + values.map { (Sample.key(row, .option, $0.part), $0.value) }
    }
  }

  private mutating func mark() -> SimulatedEvent {
    let row = RowKey(.card, random.pick(Sample.cards))
    let isFlag = random.isOne(in: 2)
    let number = UInt64(random.below(isFlag ? 10 : 40_000))
    let payload = Sample.message { $0.varint(1, number) }
    return SimulatedEvent(isFlag ? .cardFlagged : .cardBuried, row.entity, payload: payload) {
      _, _ in
      isFlag
        ? [(Sample.key(row, .life), [1]), (Sample.key(row, .flag), [UInt8(min(number, 7))])]
        : [(Sample.key(row, .buried), payload)]
    }
  }

  private mutating func noteType() -> SimulatedEvent {
    let row = RowKey(.noteType, random.pick(Sample.noteTypes))
    let name = Array("type \(random.below(2))".utf8)
    let definition = Sample.message { wire in
      wire.bytes(2, Sample.message { $0.text(1, "field \(random.below(2))") })
    }
    let payload = Sample.message { wire in
      wire.bytes(1, name)
      wire.bytes(2, definition)
    }
    return SimulatedEvent(.noteTypeDefined, row.entity, payload: payload) { _, _ in
      [
        (Sample.key(row, .life), [1]), (Sample.key(row, .name), name),
        (Sample.key(row, .definition), definition),
      ]
    }
  }

  private mutating func cardOfNote() -> SimulatedEvent {
    let index = random.below(Sample.cards.count)
    let row = RowKey(.card, Sample.cards[index])
    let deck = random.pick(Sample.decks)
    let origin = Sample.notes[index % Sample.notes.count].bytes + [0, UInt8(index)]
    let payload = Sample.message { $0.bytes(5, origin) }
    return SimulatedEvent(.cardAdded, row.entity, second: deck, payload: payload) { header, _ in
      [
        (Sample.key(row, .life), [1]), (Sample.key(row, .created), Sample.created(header)),
        (Sample.key(row, .deck), deck.bytes), (Sample.key(row, .cardNote), origin),
      ]
    }
  }

  private mutating func note() -> SimulatedEvent {
    let row = RowKey(.note, random.pick(Sample.notes))
    if random.isOne(in: 3) {
      let isDeletion = !random.isOne(in: 3)
      return SimulatedEvent(isDeletion ? .noteDeleted : .noteRestored, row.entity) { _, _ in
        [(Sample.key(row, .life), [isDeletion ? 0 : 1])]
      }
    }
    let isNew = random.isOne(in: 2)
    let type = isNew ? random.pick(Sample.noteTypes) : nil
    let index = UInt64(random.below(2))
    let value = Array("value \(random.below(3))".utf8)
    let tag = random.pick(Sample.tags)
    let isOn = random.isOne(in: 2)
    let payload = Sample.message { wire in
      wire.message(1) {
        if index > 0 { $0.varint(1, index) }
        $0.bytes(2, value)
      }
      wire.text(isOn ? 2 : 3, tag)
    }
    let part = EntityID(name: "tag", normalizedTagName(tag)).rawValue
    return SimulatedEvent(
      isNew ? .noteAdded : .noteEdited, row.entity, second: type, payload: payload
    ) { header, _ in
      var writes = [(Sample.key(row, .life), [UInt8(1)])]
      if let type {
        writes.append((Sample.key(row, .created), Sample.created(header)))
        writes.append((Sample.key(row, .noteType), type.bytes))
      }
      return writes + [
        (Sample.key(row, .noteField, UInt128(index)), value),
        (Sample.key(row, .noteTag, part), [isOn ? 1 : 0] + Array(tag.utf8)),
      ]
    }
  }
}
