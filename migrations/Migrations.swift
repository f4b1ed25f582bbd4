package import DaybookEvents

/// The steps there are, and the way of a payload through them.
package struct Migrations: Sendable {
  /// The steps of this program, oldest first; one file each.
  package static let all = Migrations(steps: [.compactReview])

  /// The steps of each kind by its number, each step at the place of the version it reads: most
  /// events are of today's version, so asking must cost no search.
  private let stepsByKind: [[Upcaster]]

  /// A registry of steps; tests make their own.
  ///
  /// - Precondition: the steps of a kind read versions 1, 2, 3 … in this order, so that every
  ///   released version has exactly one way to today's.
  package init(steps: [Upcaster]) {
    var byKind: [[Upcaster]] = []
    for step in steps {
      let kind = Int(step.kind.rawValue)
      while byKind.count <= kind { byKind.append([]) }
      precondition(
        Int(step.fromVersion) == byKind[kind].count + 1,
        "the steps of \(step.kind) leave out a version or name one twice")
      byKind[kind].append(step)
    }
    stepsByKind = byKind
  }

  /// The version of a kind that today's code writes, and reads without a step.
  package func currentVersion(of kind: EventKind) -> UInt32 {
    let kind = Int(kind.rawValue)
    return kind < stepsByKind.count ? UInt32(stepsByKind[kind].count) + 1 : 1
  }

  /// Whether this program can read what an event of this kind and version says. What it cannot
  /// read is kept and relayed, and read after an upgrade.
  package func canRead(kind: UInt32, version: UInt32) -> Bool {
    guard let kind = EventKind(rawValue: kind) else { return false }
    return version > 0 && version <= currentVersion(of: kind)
  }

  /// The payload of the event of that name in today's shape; nil when it is from a newer program.
  ///
  /// A payload of today's version is returned as it is, without a look at it.
  ///
  /// - Throws: ``WireError`` when an old payload is no sequence of fields.
  package func current(
    _ payload: [UInt8], of kind: EventKind, version: UInt32, _ name: EventName
  ) throws(WireError) -> [UInt8]? {
    let goal = currentVersion(of: kind)
    guard version != goal else { return payload }
    guard version > 0, version < goal else { return nil }
    var payload = payload
    for step in stepsByKind[Int(kind.rawValue)][Int(version - 1)...] {
      payload = try step.upcast(payload, of: name)
    }
    return payload
  }
}
