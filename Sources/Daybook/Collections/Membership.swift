import DaybookEvents

/// Whether an item is in a collection, and where.
package struct Membership: Equatable, Sendable {
  /// Whether it is in.
  package let isIn: Bool
  /// A fraction as bytes: items are ordered by them, then by id.
  package let position: [UInt8]

  var encoded: [UInt8] { [isIn ? 1 : 0] + position }

  init(isIn: Bool, position: [UInt8]) {
    self.isIn = isIn
    self.position = position
  }

  /// Reads what ``encoded`` wrote.
  package init(reading bytes: [UInt8]) {
    isIn = bytes.first == 1
    position = Array(bytes.dropFirst())
  }
}
