import DaybookEvents

/// When a thing came to be: what an import says, or the time of writing.
package struct CreationTime: Equatable, Sendable {
  /// Milliseconds since 1970.
  package let milliseconds: Int64
  /// Minutes east of UTC.
  package let offsetMinutes: Int

  init(_ header: EventHeader) {
    milliseconds = header.occurredAt ?? header.recordedAt
    offsetMinutes = header.offsetMinutes
  }

  /// Adds a register's value to bytes, as ``WireWriter`` would.
  func write(to bytes: inout [UInt8]) {
    bytes.append(1 << 3)
    bytes.appendSigned(milliseconds)
    guard offsetMinutes != 0 else { return }
    bytes.append(2 << 3)
    bytes.appendSigned(Int64(offsetMinutes))
  }

  /// Reads a register's value.
  package init(reading bytes: [UInt8]) { self.init(reading: bytes.span) }

  /// Reads a register's value in place; another shape shows as 1970.
  init(reading bytes: Span<UInt8>) {
    milliseconds = bytes.signed(1) ?? 0
    offsetMinutes = Int(bytes.signed(2) ?? 0)
  }
}
