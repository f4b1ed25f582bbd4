import DaybookEvents

/// The sum modulo 2^256 of a digest of every row of facts: equal on two replicas exactly when
/// their facts are equal, and kept up to date by adding and subtracting rows.
package struct Fingerprint: Hashable, Sendable {
  /// Four 64-bit words, least significant first.
  private var words: [UInt64] = [0, 0, 0, 0]

  /// The fingerprint of no facts.
  package init() {}

  /// Reads 32 bytes, most significant first.
  package init?(bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    for index in 0..<4 {
      words[3 - index] = Hexadecimal.bigEndian(bytes[index * 8..<index * 8 + 8])
    }
  }

  /// 32 bytes, most significant first.
  package var bytes: [UInt8] { words.reversed().flatMap { Hexadecimal.bytes($0) } }

  /// Adds the digest of a row.
  package mutating func add(_ digest: [UInt8]) {
    guard let other = Fingerprint(bytes: digest) else { return }
    var carry: UInt64 = 0
    for index in 0..<4 {
      let (sum, first) = words[index].addingReportingOverflow(other.words[index])
      let (total, second) = sum.addingReportingOverflow(carry)
      words[index] = total
      carry = (first ? 1 : 0) + (second ? 1 : 0)
    }
  }

  /// Takes the digest of a row away.
  package mutating func subtract(_ digest: [UInt8]) {
    guard let other = Fingerprint(bytes: digest) else { return }
    var borrow: UInt64 = 0
    for index in 0..<4 {
      let (part, first) = words[index].subtractingReportingOverflow(other.words[index])
      let (total, second) = part.subtractingReportingOverflow(borrow)
      words[index] = total
      borrow = (first ? 1 : 0) + (second ? 1 : 0)
    }
  }
}

extension Record {
  /// The digest of a row's facts: its heads by name with their values, in a form that does not
  /// depend on this store's own numbers.
  package func digest(of row: RowKey, factVersion: UInt64) -> [UInt8] {
    var wire = WireWriter()
    wire.append(row.kind.view.rawValue.utf8)
    wire.raw(0)
    wire.raw(factVersion)
    wire.append([row.kind.rawValue])
    wire.append(row.entity.bytes)
    if let other = row.other { wire.append(other.bytes) }
    for (key, register) in registers {
      wire.append([key.field.rawValue])
      wire.append(EntityID(rawValue: key.part).bytes)
      wire.raw(UInt64(register.heads.count))
      for head in register.heads {
        wire.append(Hexadecimal.bytes(head.event.replica.rawValue))
        wire.append(Hexadecimal.bytes(head.event.sequence))
        wire.append(Hexadecimal.bytes(head.event.tag))
        wire.raw(UInt64(head.value.count))
        wire.append(head.value)
      }
    }
    var digest = Digest()
    digest.update(wire.bytes)
    return digest.finalize()
  }
}
