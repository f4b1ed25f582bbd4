import DaybookEvents
package import DaybookLog
package import LMDB

/// When events arrived from elsewhere, how many, and from where.
package struct Arrival: Equatable, Sendable {
  /// The wall clock here, milliseconds since 1970.
  package let at: Int64
  /// How many events, from the position this is kept under.
  package let count: UInt64
  /// What the user called the source.
  package let source: String
  /// The position of the first event of the merge that this is a further batch of; nil of its
  /// first.
  package let merge: UInt64?

  /// Describes an arrival.
  package init(at: Int64, count: UInt64, source: String, merge: UInt64? = nil) {
    self.at = at
    self.count = count
    self.source = source
    self.merge = merge
  }

  /// The value as it is kept.
  package var encoded: [UInt8] {
    var wire = WireWriter()
    wire.signed(1, at)
    wire.varint(2, count)
    wire.text(3, source)
    if let merge { wire.varint(4, merge) }
    wire.seal()
    return wire.bytes
  }

  /// Reads what is kept; nil when it is damaged, and shown as unknown.
  package init?(reading bytes: [UInt8]) {
    // Damage is shown as an unknown arrival.
    guard bytes.span.hasNoBrokenSeal, let payload = try? Payload(bytes), let at = payload.signed(1),
      let count = payload.number(2)
    else { return nil }
    self.init(
      at: at, count: count,
      source: String(decoding: payload.bytes(3) ?? [], as: UTF8.self), merge: payload.number(4))
  }
}

extension Log {
  /// What arrived here, and the position of the first event each time, in their order.
  package func arrivals(
    _ transaction: borrowing ReadTransaction
  ) throws -> [(first: UInt64, arrival: Arrival)] {
    var arrivals: [(first: UInt64, arrival: Arrival)] = []
    let prefix = MetaKey.arrivals
    try transaction.scan(tables.meta, from: prefix, below: prefix.after) { key, value in
      if key.count == prefix.count + 8, let arrival = Arrival(reading: value.array()) {
        arrivals.append((key.bigEndian64(at: 1), arrival))
      }
      return .next
    }
    return arrivals
  }
}
