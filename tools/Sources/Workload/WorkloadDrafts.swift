package import Daybook
package import DaybookEvents
package import DaybookLog
import DaybookScheduler

/// Turns the lines of a workload into the events that Daybook writes for them.
///
/// Collections, cards and the one deck are made by the line that first names them. Ids are derived
/// from names, so that every replica that reads the file means the same things.
package struct WorkloadDrafts {
  /// The name of the deck all cards are in.
  package static let deckName = "workload"
  private static let rolloverHour = 4

  private var collections: [String: (id: EntityID, last: [UInt8])] = [:]
  private var collectionOfItem: [String: String] = [:]
  private var cards: [String: CardSchedule] = [:]

  /// Starts before the first line.
  package init() {}

  /// The id of an item, card, collection or deck of a workload.
  package static func id(_ name: String) -> EntityID { EntityID(name: "workload", name) }

  /// What one line appends, at most four events.
  package mutating func drafts(of event: WorkloadEvent) -> [EventDraft] {
    let id = Self.id(event.entity)
    switch event.action {
    case .capture(let title, let body):
      var fields = ItemChange()
      fields.title = Text(title)
      fields.body = Text(body)
      return [EventDraft(.itemCaptured, id, payload: fields.encoded)]
    case .edit(let edit):
      return [
        EventDraft(.itemEdited, id, payload: edit.change(at: event.milliseconds).encoded)
      ]
    case .tag(let name, let isOn):
      return [
        EventDraft(
          isOn ? .itemTagged : .itemUntagged, id, second: Tag.id(name),
          payload: Tag.payload(name))
      ]
    case .move(let collection): return move(event.entity, to: collection)
    case .review(let grade, let duration):
      return review(event.entity, UInt8(clamping: grade), UInt64(clamping: duration), event)
    }
  }

  /// Takes an item out of the collection it was in and puts it at the end of another.
  private mutating func move(_ item: String, to name: String) -> [EventDraft] {
    let id = Self.id(item)
    var drafts: [EventDraft] = []
    let known = collections[name]
    let collection = known?.id ?? Self.id(name)
    if known == nil {
      drafts.append(
        ThingKind.collection.made(collection, named: Text(name)))
    }
    if let before = collectionOfItem.updateValue(name, forKey: item), before != name {
      drafts.append(EventDraft(.itemUnfiled, id, second: collections[before]?.id))
    }
    // There is room for 12 million places before a list would have to be renumbered.
    let position = Position.between(known?.last, nil) ?? known?.last ?? []
    collections[name] = (collection, position)
    drafts.append(
      EventDraft(.itemFiled, id, second: collection, payload: Position.payload(position)))
    return drafts
  }

  private mutating func review(
    _ card: String, _ number: UInt8, _ duration: UInt64, _ event: WorkloadEvent
  ) -> [EventDraft] {
    let id = Self.id(card)
    let deck = Self.id(Self.deckName)
    var drafts: [EventDraft] = []
    if cards.isEmpty {
      drafts.append(ThingKind.deck.made(deck, named: Text(Self.deckName)))
    }
    let schedule = cards[card] ?? CardSchedule()
    if cards[card] == nil {
      drafts.append(EventDraft(.cardAdded, id, second: deck, payload: Self.card(card).encoded))
    }
    let grade = Grade(rawValue: number) ?? .good
    drafts.append(
      EventDraft(
        .cardReviewed, id,
        payload: Review.payload(
          grade: grade, durationMilliseconds: duration,
          shown: Review.Shown(rawValue: schedule.phase.name),
          rolloverHour: Self.rolloverHour)))
    let sinceRollover = event.milliseconds - Int64(Self.rolloverHour) * 3_600_000
    cards[card] = schedule.answered(
      grade, at: event.milliseconds, studyDay: Int(max(0, sinceRollover) / 86_400_000),
      by: .default)
    return drafts
  }

  /// Card k asks about item 2k.
  private static func card(_ name: String) -> CardChange {
    var card = CardChange()
    card.front = Text(name)
    if let number = Int(name.dropFirst()) {
      let item = "i\(2 * number)"
      card.back = Text(item)
      card.item = id(item)
    }
    return card
  }
}

extension WorkloadEvent.Edit {
  /// The change to an item; a status that is done notes the time.
  fileprivate func change(at milliseconds: Int64) -> ItemChange {
    var change = ItemChange()
    switch self {
    case .title(let text): change.title = Text(text)
    case .body(let text): change.body = Text(text)
    case .status(let status):
      change.status = .init(
        status.itemStatus, completedAt: status == .done ? milliseconds : nil)
    case .priority(let level):
      let levels = [ItemPriority(rawValue: ""), .low, .normal, .high]
      change.priority = levels[min(max(level, 0), levels.count - 1)]
    case .due(let day):
      change.schedule = Schedule(due: .date(CivilDate(clampingDaysSince1970: day)))
    }
    return change
  }
}

extension WorkloadEvent.Status {
  /// What Daybook calls it.
  package var itemStatus: ItemStatus {
    switch self {
    case .open, .doing: .active
    case .done: .done
    case .dropped: .archived
    }
  }
}
