package import DaybookEvents

/// A link and the signature over it, kept inside a log so that it can be cut there.
package struct Checkpoint: Equatable, Sendable {
  static let everyEvents: UInt64 = 1024
  static let everyBytes: UInt64 = 1 << 20

  /// The sequence of the event it stands after.
  package let sequence: UInt64
  /// The link there.
  package let link: Link
  /// The writer's signature over the link.
  package let signature: [UInt8]
}
