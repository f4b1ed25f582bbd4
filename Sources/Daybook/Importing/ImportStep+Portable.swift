import DaybookEvents
import DaybookLog
import DaybookScheduler
import LMDB

/// Bringing in what an export took out.
extension ImportStep {
  /// Plans one entry; false, with nothing added, when the command has no room left for it.
  mutating func add(
    _ entry: PortableEntry, _ place: ImportPlace, _ moment: Moment,
    _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    switch entry {
    case .thing(let thing):
      let record = try moment.catalog.record(entry.subject.row, transaction)
      let plan = try ThingPlan(
        thing, record, force: options.force, moment, transaction)
      var collections = collections
      var filings: [EventDraft] = []
      if thing.isDeleted != true, record.isLive || record.isEmpty {
        filings = try filingDrafts(of: thing, &collections, moment, transaction)
      }
      guard hasRoom(for: plan.drafts + filings) else {
        // A thing that no command can hold would stop the import for ever.
        guard drafts.isEmpty else { return false }
        skip(place, .tooMuchText)
        return true
      }
      self.collections = collections
      append(plan.drafts + filings)
      let isUpdated = plan.outcome == .duplicate && !filings.isEmpty
      count(isUpdated ? .updated : plan.outcome, place)
    case .noteType(let type): return try add(type, place, moment, transaction)
    case .media(let file):
      guard hasRoomForOne else { return false }
      try add(file, place, moment, transaction)
    case .setting(let setting):
      guard hasRoomForOne else { return false }
      try add(setting, moment, transaction)
    case .membership(let membership):
      guard hasRoomForOne else { return false }
      try add(membership, place, moment, transaction)
    case .review(let review):
      guard hasRoomForOne else { return false }
      try add(review, moment, transaction)
    }
    return true
  }

  /// Sets what is not set here: what a person chose on this machine stays.
  private mutating func add(
    _ setting: SettingValue, _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws {
    let row = RowKey(.setting, setting.entity)
    let known = try moment.catalog.record(row, transaction).value(.setting)
    guard known == nil else { return report.duplicate += 1 }
    append([EventDraft(.settingChanged, setting.entity, payload: setting.encoded)])
    report.new += 1
  }

  /// An event or two without text always fit beside others.
  var hasRoomForOne: Bool {
    drafts.count + 2 <= LogWriter.commandEventLimit
      && byteCount + 1024 <= LogWriter.commandByteLimit
  }

  func hasRoom(for more: [EventDraft]) -> Bool {
    drafts.count + more.count <= LogWriter.commandEventLimit
      && more.reduce(byteCount) { $0 + $1.payload.count } <= LogWriter.commandByteLimit
  }

  private mutating func count(_ outcome: ThingPlan.Outcome, _ place: ImportPlace) {
    switch outcome {
    case .new: report.new += 1
    case .updated: report.updated += 1
    case .duplicate: report.duplicate += 1
    case .deletedHere: skipDeleted()
    case .older: skip(place, .older)
    case .withoutDeck: skip(place, .withoutDeck)
    case .withoutNoteType: skip(place, .withoutNoteType)
    case .deletedThere:
      report.conflicting += 1
      note(.deletedThere, place)
    case .conflicting(let fields):
      report.conflicting += 1
      note(.changedOnBothSides(fields: Self.names(of: fields)), place)
    }
  }

  private mutating func add(
    _ membership: PortableMembership, _ place: ImportPlace, _ moment: Moment,
    _ transaction: borrowing ReadTransaction
  ) throws {
    let row = RowKey(.membership, membership.collection, membership.item)
    let key = FieldKey(.place)
    let head = try moment.catalog.record(row, transaction)[key]?.winner
    let present = head.map { Membership(reading: $0.value) }
    let wanted = Membership(
      isIn: membership.position != nil, position: membership.position ?? [])
    guard present != wanted else { return report.duplicate += 1 }
    if present?.isIn != true, wanted.isIn,
      try moment.shows(membership.item, in: membership.collection, transaction)
    {
      return report.duplicate += 1
    }
    if let head, let present, !head.isRuleMade, !options.force {
      // A place that a person chose stays; about being in at all the two may disagree.
      let known = try moment.lastImported(key, of: row, about: membership.item, transaction)
      guard present.isIn != wanted.isIn, known != wanted.encoded else {
        return report.duplicate += 1
      }
      report.conflicting += 1
      return note(.changedOnBothSides(fields: [Field.place.name]), place)
    }
    var draft = EventDraft(.itemUnfiled, membership.item, second: membership.collection)
    if let position = membership.position {
      draft.kind = present?.isIn == true ? .itemMoved : .itemFiled
      draft.payload = Position.payload(position)
    }
    append([draft])
    if head == nil { report.new += 1 } else { report.updated += 1 }
  }

  private mutating func add(
    _ review: PortableReview, _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws {
    guard let grade = Grade(rawValue: review.grade) else { return report.skipped += 1 }
    let known = try reviews(of: review.card, moment, transaction)
    let isNew = known[FieldKey(.answer, review.id.rawValue)] == nil
    if isNew {
      var draft = EventDraft(
        .cardReviewed, review.card,
        payload: Review.payload(
          grade: grade, durationMilliseconds: review.durationMilliseconds,
          shown: Review.Shown(rawValue: review.shown),
          rolloverHour: review.rolloverHour, id: review.id, scheduled: review.scheduled,
          steps: review.steps),
        occurredAt: review.time.milliseconds)
      draft.offsetMinutes = review.time.offsetMinutes
      append([draft])
    }
    let isRetracting =
      review.isRetracted && known[FieldKey(.retracted, review.id.rawValue)] == nil
    if isRetracting {
      append([
        EventDraft(.reviewRetracted, review.card, payload: Review.retraction(of: review.id))
      ])
    }
    if isNew {
      report.new += 1
    } else if isRetracting {
      report.updated += 1
    } else {
      report.duplicate += 1
    }
  }

  private mutating func reviews(
    of card: EntityID, _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> Record {
    if let known = knownReviews, known.card == card { return known.record }
    let record = try moment.catalog.record(RowKey(.reviews, card), transaction)
    knownReviews = (card, record)
    return record
  }

  /// Puts an item into collections that the source names, at their ends. Where it was before, or
  /// a person took it out, nothing is written.
  private func filingDrafts(
    of thing: PortableThing, _ collections: inout ImportCollections, _ moment: Moment,
    _ transaction: borrowing ReadTransaction
  ) throws -> [EventDraft] {
    var drafts: [EventDraft] = []
    for name in thing.collections where !folded(name).isEmpty {
      let (collection, isDeleted) = try collections.resolve(name, &drafts, moment, transaction)
      let row = RowKey(.membership, collection, thing.id)
      let head = try moment.catalog.record(row, transaction)[.place]?.winner
      let isOut = head.map { $0.isRuleMade && !Membership(reading: $0.value).isIn } ?? true
      guard !isDeleted, isOut, try !moment.shows(thing.id, in: collection, transaction) else {
        continue
      }
      let end = try collections.takeEnd(of: collection, moment, transaction)
      drafts.append(
        EventDraft(.itemFiled, thing.id, second: collection, payload: Position.payload(end)))
    }
    return drafts
  }
}

extension Moment {
  /// What the last import that wrote to a register wrote. O(n) in the events about the thing.
  func lastImported(
    _ key: FieldKey, of row: RowKey, about thing: EntityID,
    _ transaction: borrowing ReadTransaction
  ) throws -> [UInt8]? {
    for position in try log.history(of: thing, transaction).reversed() {
      guard let event = try log.event(at: position, transaction),
        event.header.batch?.reason == .import
      else { continue }
      let writes = Reducer.writes(of: event)
      if let write = writes.last(where: { $0.row == row && $0.field == key }) {
        return write.value
      }
    }
    return nil
  }
}
