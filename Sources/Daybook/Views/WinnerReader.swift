import DaybookEvents
import DaybookLog

/// Reads a stored row register by register as far as what shows: the greatest head of each.
struct WinnerReader {
  /// What a register shows: which write, and where its value lies.
  struct Winner {
    let origin: WriteOrigin
    let value: Range<Int>
  }

  private var reader: FactsReader?
  /// The register; nil after the last.
  private(set) var key: FieldKey?
  /// What it shows.
  private(set) var winner: Winner?

  /// Begins with the first register of a row; no bytes are a row without any.
  init(_ bytes: Span<UInt8>) throws(ViewError) {
    reader = bytes.isEmpty ? nil : try FactsReader(bytes)
    try advance(in: bytes)
  }

  /// Goes on to the next register.
  mutating func advance(in bytes: Span<UInt8>) throws(ViewError) {
    (key, winner) = (nil, nil)
    guard let (next, count) = try reader?.nextRegister(in: bytes) else { return }
    key = next
    for _ in 0..<count {
      guard let head = try reader?.nextHead(in: bytes), let origin = reader?.origins[head.origin]
      else { return }
      if let known = winner, !known.origin.precedes(origin) { continue }
      winner = Winner(origin: origin, value: head.value)
    }
  }

  /// What the register shows, with its value.
  func head(in bytes: Span<UInt8>) -> Head? {
    winner.map { Head($0.origin, value: bytes.array($0.value)) }
  }

  /// Whether the register of another row shows the same write with the same value.
  func showsSame(_ bytes: Span<UInt8>, as other: WinnerReader, _ others: Span<UInt8>) -> Bool {
    guard let one = winner, let two = other.winner else {
      return winner == nil && other.winner == nil
    }
    guard one.value.count == two.value.count, one.origin == two.origin else { return false }
    for offset in 0..<one.value.count
    where bytes[one.value.lowerBound + offset] != others[two.value.lowerBound + offset] {
      return false
    }
    return true
  }
}
