import Daybook
import DaybookEvents
import DaybookLog
import DaybookMigrations
import DaybookScheduler
import Simulation

/// One fixed event of every kind and version, whose bytes must never change.
struct GoldenEvent {
  /// Every kind in every version there ever was.
  static let all = EventKind.allCases.flatMap { kind in
    (1...Migrations.all.currentVersion(of: kind)).map { GoldenEvent(kind, version: $0) }
  }

  let kind: EventKind
  /// What its line in the fixture begins with.
  let name: String
  let header: EventHeader
  let payload: [UInt8]
  let bytes: [UInt8]
  let link: Link

  private init(_ kind: EventKind, version: UInt32) {
    var second = Self.hasSecond(kind) ? EntityID(name: "golden", "second") : nil
    if kind == .writesWithdrawn { second = Withdrawal.index }
    let names = [(9 as UInt64, 300 as UInt64, 77 as UInt64), (10, 1, .max)].map {
      EventName(replica: ReplicaID(rawValue: $0.0), sequence: $0.1, tag: $0.2)
    }
    let isPlain = kind == .itemCaptured || kind == .itemDeleted
    self.kind = kind
    name = version == 1 ? kind.name : "\(kind.name).\(version)"
    header = EventHeader(
      replica: ReplicaID(rawValue: 0x0102_0304_0506_0708), sequence: isPlain ? 1 : 301,
      stamp: Stamp(rawValue: Stamp(milliseconds: 1_700_000_000_123).rawValue + 5),
      recordedAt: 1_700_000_000_120, offsetMinutes: isPlain ? 0 : -210,
      commandFirst: isPlain ? 1 : 300, commandSize: isPlain ? 1 : 3,
      batch: isPlain ? nil : Batch(first: 200, reason: .import), kind: kind.rawValue,
      version: version, entity: Self.entity(kind), second: second,
      observed: isPlain ? [] : names, occurredAt: isPlain ? nil : -86_400_000)
    payload = Self.payload(kind, version)
    (bytes, link) = EventBytes.encode(
      header: header.encoded(), random: 0x1122_3344_5566_7788, payload: payload, after: .start)
  }

  private static func entity(_ kind: EventKind) -> EntityID {
    kind == .clockCorrected
      ? ClockCorrection.entity(of: correction.replica) : EntityID(name: "golden", "entity")
  }

  private static var correction: ClockCorrection {
    let first = EventName(replica: ReplicaID(rawValue: 11), sequence: 300, tag: .max)
    return ClockCorrection(from: first, minus: 86_400_000 << 16)
  }

  private static func hasSecond(_ kind: EventKind) -> Bool {
    [
      .itemTagged, .itemUntagged, .itemFiled, .itemUnfiled, .itemMoved, .cardAdded, .cardMoved,
      .noteAdded, .collectionJoined, .deckJoined,
    ].contains(kind)
  }

  private static func payload(_ kind: EventKind, _ version: UInt32) -> [UInt8] {
    switch kind {
    case .itemCaptured, .itemEdited: item.encoded
    case .itemTagged, .itemUntagged: Tag.payload("Café")
    case .itemFiled, .itemMoved, .collectionJoined: Sample.message { $0.bytes(1, [0x80, 0x01]) }
    case .collectionCreated, .collectionRenamed, .deckCreated, .deckRenamed:
      Sample.message { $0.text(1, "Name") }
    case .cardAdded, .cardEdited: card.encoded
    case .cardReviewed where version == 1:
      Sample.message { wire in
        wire.varint(1, 3)
        wire.varint(2, 4321)
        wire.text(3, "review")
        wire.varint(4, 4)
        wire.bytes(5, EntityID(name: "golden", "review").bytes)
      }
    case .cardReviewed:
      Review.payload(
        grade: .good, durationMilliseconds: 4321, shown: .relearning, rolloverHour: 0,
        id: EntityID(name: "golden", "review"))
    case .customRecorded: custom
    case .settingChanged: SettingValue(name: "weekStart", value: "sunday").encoded
    case .deckOptionsChanged:
      DeckOptionValue.payload([
        DeckOptionValue(name: "learningSteps", value: "1m 10m"),
        DeckOptionValue(name: "newPerDay", value: ""),
      ])
    case .cardFlagged: Sample.message { $0.varint(1, 7) }
    case .cardBuried: Sample.message { $0.varint(1, 20_777) }
    case .noteTypeDefined: noteType.payload
    case .noteAdded, .noteEdited: note.encoded
    case .mediaAdded:
      MediaFile(name: "map.png", digest: Array(repeating: 7, count: 32), byteCount: 300).encoded
    case .commandUndone:
      UndoNote(
        UndoTarget(
          first: EventName(replica: ReplicaID(rawValue: 9), sequence: 299, tag: 78), isBatch: true),
        isRedo: true
      ).encoded
    case .writesWithdrawn: withdrawal.encoded
    case .reviewRetracted, .reviewReinstated:
      Sample.message { $0.bytes(1, EntityID(name: "golden", "review").bytes) }
    case .reviewDated:
      ReviewClock.payload([
        (
          EntityID(name: "golden", "review"),
          ReviewClock(offsetMinutes: -210, rolloverHour: 3).encoded
        ), (EntityID(name: "golden", "own clock"), []),
      ])
    case .clockCorrected: correction.encoded
    default: []
    }
  }

  private static var custom: [UInt8] {
    Sample.message { wire in
      wire.text(1, "org.example.reading/book")
      wire.text(2, "started")
      wire.message(3) {
        $0.text(1, "pages")
        $0.signed(3, -412)
      }
      wire.message(3) {
        $0.text(1, "title")
        $0.text(2, "Café")
      }
      wire.varint(4, 1)
    }
  }

  private static var withdrawal: Withdrawal {
    let (item, list) = (EntityID(name: "golden", "entity"), EntityID(name: "golden", "second"))
    let names = [(9 as UInt64, 300 as UInt64, 77 as UInt64), (10, 1, .max)].map {
      EventName(replica: ReplicaID(rawValue: $0.0), sequence: $0.1, tag: $0.2)
    }
    return Withdrawal([
      RegisterName(row: RowKey(.item, item), field: FieldKey(.title)): names,
      RegisterName(row: RowKey(.item, item), field: FieldKey(.tag, 5)): [names[1]],
      RegisterName(row: RowKey(.membership, list, item), field: FieldKey(.place)): [names[0]],
    ])
  }

  private static var item: ItemChange {
    var change = ItemChange()
    change.title = "Title"
    change.body = Text(bytes: [0x42, 0xFF, 0x0A])
    change.kind = .task
    change.status = .init(.done, completedAt: 1_700_000_000_000)
    change.schedule = Schedule(
      due: CivilDate(year: 2026, month: 2, day: 28).map { .date($0) },
      scheduled: .instant(milliseconds: 1_700_000_000_000),
      waitUntil: .instant(milliseconds: -1))
    change.priority = .high
    change.source = [1, 2, 3]
    change.extras = [ExtraField(name: "uda", value: [0x78]), ExtraField(name: "gone", value: [])]
    return change
  }

  private static var card: CardChange {
    var change = CardChange()
    change.front = "Front"
    change.back = "Back"
    change.kind = "basic"
    change.item = EntityID(name: "golden", "item")
    return change
  }

  private static var noteType: NoteType {
    var type = NoteType(
      name: "Type", isCloze: true, fields: [.init(name: "Text", extra: [1]), .init(name: "More")],
      templates: [.init(name: "Card", front: "{{Text}}", back: "{{More}}", extra: [2])],
      css: ".card {}", sortField: 1)
    type.extra = [3]
    return type
  }

  private static var note: NoteChange {
    var change = NoteChange()
    change.fields = [0: "Text", 300: Text(bytes: [0x42, 0xFF])]
    change.tagsOn = ["Café"]
    change.tagsOff = ["old"]
    change.source = [1, 2, 3]
    change.extras = [ExtraField(name: "guid", value: [0x78])]
    return change
  }
}
