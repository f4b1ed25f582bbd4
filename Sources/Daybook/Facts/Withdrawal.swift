package import DaybookEvents
package import DaybookLog
import LMDB

/// What `writesWithdrawn` says: which writes count no more in which registers of one thing.
///
/// Taking back what decided a conflict cannot be a write: that would observe both sides and be the
/// only head. So the decision itself is withdrawn, and the register holds what it held without it:
///
/// > The heads of a register are the writes to it that are not withdrawn and that no other write to
/// > it which is not withdrawn observed.
///
/// A write once withdrawn stays so; it is made to hold again by writing its value anew. So what is
/// withdrawn is a set that only grows, and every order of arrival ends in the same heads.
package struct Withdrawal: Equatable, Sendable {
  /// The writes that count no more, by register: the events that made them.
  package let writes: [RegisterName: [EventName]]

  /// Withdraws writes.
  package init(_ writes: [RegisterName: [EventName]]) { self.writes = writes }

  /// The second entity of every such event, so that one history finds them all.
  package static let index = EntityID(name: "withdrawn", "writes")

  /// The event that withdraws writes to registers in the history of a thing.
  package func draft(about home: EntityID) -> EventDraft {
    EventDraft(.writesWithdrawn, home, second: Self.index, payload: encoded)
  }
}

extension Withdrawal {
  /// The payload.
  package var encoded: [UInt8] {
    var wire = WireWriter()
    for (register, events) in writes.sorted(by: { $0.key < $1.key }) {
      wire.message(1) { part in
        part.varint(1, UInt64(register.row.kind.rawValue))
        if register.row.other != nil { part.bytes(2, register.row.entity.bytes) }
        part.varint(3, UInt64(register.field.field.rawValue))
        if register.field.part != 0 {
          part.bytes(4, EntityID(rawValue: register.field.part).bytes)
        }
        for event in events.sorted() { part.message(5) { event.encode(to: &$0) } }
      }
    }
    return wire.bytes
  }

  /// Reads the payload of an event of version 1; nil, so that the event is silent, where it cannot
  /// be read. What is no register in the history of the event's thing is passed over, and so are
  /// facts of which the least write counts, whatever observed it.
  package init?(_ header: EventHeader, _ payload: Span<UInt8>) {
    guard header.knownKind == .writesWithdrawn, header.version == 1, header.second == Self.index
    else { return nil }
    var writes: [RegisterName: [EventName]] = [:]
    do throws(WireError) {
      var reader = WireReader(payload)
      while let field = try reader.next(in: payload) {
        guard field.number == 1, let range = field.range else { continue }
        let (name, events) = try Self.register(of: header.entity, payload, range)
        if let name { writes[name, default: []] += events }
      }
    } catch {
      return nil
    }
    self.writes = writes
  }

  private static func register(
    of home: EntityID, _ bytes: Span<UInt8>, _ range: Range<Int>
  ) throws(WireError) -> (name: RegisterName?, events: [EventName]) {
    var reader = WireReader(bytes, in: range)
    var (kind, field): (UInt64, UInt64) = (0, 0)
    var (other, part): (EntityID?, UInt128) = (nil, 0)
    var events: [EventName] = []
    while let found = try reader.next(in: bytes) {
      switch (found.number, found.range) {
      case (1, nil): kind = found.value
      case (2, let range?): other = EntityID(bytes: bytes.array(range))
      case (3, nil): field = found.value
      case (4, let range?): part = EntityID(bytes: bytes.array(range))?.rawValue ?? 0
      case (5, let range?): events.append(try EventName(reading: bytes, in: range))
      default: break
      }
    }
    guard let kind = UInt8(exactly: kind).flatMap({ RowKind(rawValue: $0) }), kind != .tag,
      let field = UInt8(exactly: field).flatMap({ Field(rawValue: $0) }), !field.isLeast,
      (kind == .membership) == (other != nil)
    else { return (nil, []) }
    let row = other.map { RowKey(kind, $0, home) } ?? RowKey(kind, home)
    return (RegisterName(row: row, field: FieldKey(field, part)), events)
  }
}

extension Withdrawal {
  /// What of it counts: nobody withdraws what he did not know of.
  func writes(
    among observed: LocalVector, _ log: Log, _ state: LogState,
    _ transaction: borrowing ReadTransaction
  ) throws -> [RegisterName: [EventName]] {
    try writes.mapValues { names in
      try names.filter { name in
        let number = try log.locate(name, state, transaction)
        return number.map { observed.covers($0, name.sequence) } ?? false
      }
    }
  }
}

/// A withdrawal that the log holds.
struct AppliedWithdrawal {
  /// The event, its command and the log it lies in.
  let event: StoredEvent
  /// What it says, without what its command had not observed.
  let writes: [RegisterName: [EventName]]
}

extension Log {
  /// What the log says to be withdrawn, in the order of application.
  ///
  /// - Parameters:
  ///   - thing: only those about one thing, whatever is damaged elsewhere; nil for all.
  ///   - bound: as in ``scanHistory(of:within:_:_:)``.
  ///   - isIncluded: whether an event belongs to the moment that is looked at.
  ///   - onDamage: as in ``scanEvents(from:_:onDamage:_:)``.
  /// - Complexity: O(*n*) in the events that withdraw something; of one thing, in its history, or
  ///   O(1) where nothing was ever withdrawn.
  func withdrawals(
    about thing: EntityID? = nil, within bound: HistoryBound = .none, _ state: LogState,
    _ transaction: borrowing ReadTransaction,
    where isIncluded: (StoredEvent) throws -> Bool = { _ in true },
    onDamage: (UInt64) throws -> Void = Log.refuse
  ) throws -> [AppliedWithdrawal] {
    var found: [AppliedWithdrawal] = []
    if thing != nil, try !hasHistory(of: Withdrawal.index, transaction) { return found }
    try scanHistory(
      of: thing ?? Withdrawal.index, within: bound, transaction, onDamage: onDamage
    ) { event, bytes in
      guard let payload = event.payload, try isIncluded(event),
        let said = Withdrawal(event.header, bytes.extracting(payload)),
        try !isImpossible(event, state, transaction)
      else { return .next }
      let observed = try self.observed(
        by: event.header.commandFirst, in: event.log, state, transaction)
      found.append(
        AppliedWithdrawal(
          event: event, writes: try said.writes(among: observed, self, state, transaction)))
      return .next
    }
    return found
  }

  /// Of how many things the histories are looked at one by one.
  private static let fewThings = 16

  /// The writes that are withdrawn, by what the log says about some things, or about everything
  /// where these are many.
  func withdrawnWrites(
    about things: some Collection<EntityID>, _ state: LogState,
    _ transaction: borrowing ReadTransaction, onDamage: (UInt64) throws -> Void = Log.refuse
  ) throws -> WithdrawnWrites {
    guard things.count <= Self.fewThings else {
      return try withdrawnWrites(state, transaction, onDamage: onDamage)
    }
    return WithdrawnWrites(
      try things.flatMap {
        try withdrawals(about: $0, state, transaction, onDamage: onDamage)
      })
  }

  /// The writes that are withdrawn, by all that the log says.
  func withdrawnWrites(
    _ state: LogState, _ transaction: borrowing ReadTransaction,
    onDamage: (UInt64) throws -> Void = Log.refuse
  ) throws -> WithdrawnWrites {
    WithdrawnWrites(try withdrawals(state, transaction, onDamage: onDamage))
  }
}

/// Writes that count no more: whoever folds passes them over.
struct WithdrawnWrites: Equatable, Sendable {
  private var registers: [EventName: Set<RegisterName>] = [:]

  /// None.
  init() {}

  /// What some withdrawals say.
  init(_ withdrawals: some Sequence<AppliedWithdrawal>) {
    for withdrawal in withdrawals { insert(withdrawal.writes) }
  }

  /// Whether there are none.
  var isEmpty: Bool { registers.isEmpty }

  /// Adds what a withdrawal says.
  mutating func insert(_ writes: [RegisterName: [EventName]]) {
    for (register, events) in writes {
      for event in events { registers[event, default: []].insert(register) }
    }
  }

  /// Whether what an event writes to a register counts no more.
  func contains(_ event: EventName, _ row: RowKey, _ field: FieldKey) -> Bool {
    guard let withdrawn = registers[event] else { return false }
    return withdrawn.contains(RegisterName(row: row, field: field))
  }

  /// Whether any write to a row is among them.
  func concern(_ row: RowKey) -> Bool {
    registers.values.contains { $0.contains { $0.row == row } }
  }
}
