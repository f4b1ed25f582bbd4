import DaybookEvents
package import DaybookLog
import DaybookMigrations

/// The one reducer: what an event writes. Live views, rebuilding and history all fold its
/// answers, so they cannot disagree. It looks at the event alone, never at state.
package enum Reducer {
  /// The writes of an event; none when it is silent: erased, unknown, newer, or unreadable.
  package static func writes(of event: AppliedEvent) -> [RegisterWrite] {
    event.withPayload { writes(of: event.header, event.name, $0) } ?? []
  }

  /// The same, of an event with that payload.
  static func writes(
    of header: EventHeader, _ name: EventName, _ payload: Span<UInt8>
  ) -> [RegisterWrite] {
    var writes = EventWrites()
    reduce(header, name, payload, into: &writes)
    var all: [RegisterWrite] = []
    for row in writes.rows {
      for write in writes.writes[all.count..<row.end] {
        let value = write.isMade ? Array(writes.made[write.value]) : payload.array(write.value)
        all.append(RegisterWrite(row.key, write.key, value))
      }
    }
    return all
  }

  /// Lists the writes of an event with that payload; none when it is silent.
  static func reduce(
    _ header: EventHeader, _ name: EventName, _ payload: Span<UInt8>,
    into writes: inout EventWrites
  ) {
    writes.removeAll()
    guard let kind = header.knownKind else { return }
    do throws(WireError) {
      if header.version == Migrations.all.currentVersion(of: kind) {
        try reduce(kind, header, name, payload, &writes)
      } else if let current = try Migrations.all.current(
        payload.array(), of: kind, version: header.version, name)
      {
        try reduce(kind, header, name, current.span, &writes)
        writes.keep(current.span)
      }
    } catch {
      // What cannot be read is silent, on every replica alike.
      writes.removeAll()
    }
  }

  private static func reduce(
    _ kind: EventKind, _ header: EventHeader, _ name: EventName, _ payload: Span<UInt8>,
    _ writes: inout EventWrites
  ) throws(WireError) {
    guard let reduce = kind.reduce else { return try payload.forEachField { _ in } }
    try reduce(kind, header, name, payload, &writes)
  }
}

extension Span<UInt8> {
  /// Hands over every field of a payload, which must be readable to its end.
  func forEachField(_ body: (WireField) -> Void) throws(WireError) {
    var reader = WireReader(self)
    while let field = try reader.next(in: self) { body(field) }
  }
}
