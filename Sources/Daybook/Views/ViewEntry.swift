import DaybookEvents

/// What the store knows about one view.
package struct ViewEntry: Equatable, Sendable {
  /// Which physical build is live; its table is `<view>@<generation>`.
  package var generation: UInt64
  /// The version of the code that built it.
  package var codeVersion: UInt64
  /// The version of its facts: fingerprints of different fact versions are not compared.
  package var factVersion: UInt64
  /// The position of the last event folded.
  package var position: UInt64
  /// The sum over its rows of facts.
  package var fingerprint: Fingerprint
  /// Whether it was computed, in part, from what does not hold any more, and is to be built anew.
  package var isStale = false
  /// Whether somebody who read it met a row that is not what was written: it is to be built anew.
  package var isDamaged = false

  /// The name of the table that holds it.
  package static func tableName(_ view: ViewName, _ generation: UInt64) -> String {
    "\(view.rawValue)@\(generation)"
  }

  /// The entry as the registry keeps it.
  package var encoded: [UInt8] {
    var wire = WireWriter()
    wire.varint(1, generation)
    wire.varint(2, codeVersion)
    wire.varint(3, factVersion)
    wire.varint(4, position)
    wire.bytes(5, fingerprint.bytes)
    if isStale { wire.varint(6, 1) }
    if isDamaged { wire.varint(7, 1) }
    wire.seal()
    return wire.bytes
  }

  init?(reading bytes: Span<UInt8>) {
    guard bytes.hasNoBrokenSeal, let generation = bytes.number(1),
      let codeVersion = bytes.number(2),
      let factVersion = bytes.number(3), let position = bytes.number(4),
      let fingerprint = bytes.content(5).flatMap({ Fingerprint(bytes: bytes.array($0)) })
    else { return nil }
    self.init(
      generation: generation, codeVersion: codeVersion, factVersion: factVersion,
      position: position, fingerprint: fingerprint)
    isStale = bytes.number(6) == 1
    isDamaged = bytes.number(7) == 1
  }

  /// Describes a build.
  package init(
    generation: UInt64, codeVersion: UInt64, factVersion: UInt64, position: UInt64,
    fingerprint: Fingerprint
  ) {
    self.generation = generation
    self.codeVersion = codeVersion
    self.factVersion = factVersion
    self.position = position
    self.fingerprint = fingerprint
  }
}
