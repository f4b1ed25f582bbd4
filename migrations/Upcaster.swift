package import DaybookEvents

/// A pure function that turns one old version of a payload into the next one, at reading time.
/// The log itself is never rewritten.
package struct Upcaster: Sendable {
  /// The kind of event it is for.
  package let kind: EventKind
  /// The version it reads; it makes the one after.
  package let fromVersion: UInt32
  private let transform: @Sendable (inout PayloadFields) -> Void

  /// Declares a step.
  package init(
    kind: EventKind, fromVersion: UInt32,
    _ transform: @escaping @Sendable (inout PayloadFields) -> Void
  ) {
    self.kind = kind
    self.fromVersion = fromVersion
    self.transform = transform
  }

  /// The payload in the shape of the next version.
  package func upcast(_ payload: [UInt8]) throws(WireError) -> [UInt8] {
    var fields = try PayloadFields(payload)
    transform(&fields)
    return fields.payload
  }
}

/// Every step there is, and the way through them.
package struct Migrations: Sendable {
  /// The steps of this program, one file each.
  package static let all = Migrations(steps: [])

  private let steps: [Upcaster]

  /// A registry of steps; tests make their own.
  package init(steps: [Upcaster]) { self.steps = steps }

  /// The version of a kind that today's code reads.
  package func currentVersion(of kind: EventKind) -> UInt32 {
    1 + (steps.lazy.filter { $0.kind == kind }.map(\.fromVersion).max() ?? 0)
  }

  /// A payload in today's shape; nil when it is from a newer program, or no step leads here.
  package func current(
    _ payload: [UInt8], of kind: EventKind, version: UInt32
  ) throws(WireError) -> [UInt8]? {
    let goal = currentVersion(of: kind)
    guard version <= goal else { return nil }
    var (payload, version) = (payload, version)
    while version < goal {
      guard let step = steps.first(where: { $0.kind == kind && $0.fromVersion == version })
      else { return nil }
      payload = try step.upcast(payload)
      version += 1
    }
    return payload
  }
}
