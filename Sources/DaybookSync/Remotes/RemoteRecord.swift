package import DaybookEvents

/// A remote that a store exchanges logs with, and how that went. It is kept beside the log and
/// exchanged with nobody.
package struct RemoteRecord: Equatable, Sendable {
  /// What people call it.
  package let name: String
  /// Where it is.
  package let address: RemoteAddress
  /// When all was exchanged last, milliseconds since 1970; nil for never.
  package var lastSync: Int64?
  /// How often in a row it could not be reached since.
  package var failures: UInt64 = 0
  /// Whether what kept it from being exchanged with will not go by itself.
  package var needsHelp = false
  /// When it was tried last, milliseconds since 1970.
  package var lastAttempt: Int64?
  /// The last event of each log that it was last seen to hold.
  package var heads: [EventName] = []

  /// A remote with which nothing was exchanged yet.
  package init(name: String, address: RemoteAddress) {
    self.name = name
    self.address = address
  }

  /// How long to wait before it is tried again: 2, 4, 8, 16, 32 and then 60 seconds.
  package var waitMilliseconds: Int64 {
    failures == 0 ? 0 : failures > 5 ? 60_000 : 1_000 << Int64(failures)
  }

  /// When it is tried again, milliseconds since 1970; nil where nothing keeps it from being tried.
  package var nextAttempt: Int64? {
    guard failures > 0, let lastAttempt else { return nil }
    return lastAttempt + waitMilliseconds
  }

  var encoded: [UInt8] {
    var wire = WireWriter()
    wire.text(1, address.text)
    if let lastSync { wire.signed(2, lastSync) }
    if failures > 0 { wire.varint(3, failures) }
    if let lastAttempt { wire.signed(4, lastAttempt) }
    for head in heads { wire.message(5) { head.encode(to: &$0) } }
    if needsHelp { wire.varint(6, 1) }
    wire.seal()
    return wire.bytes
  }

  /// Reads what is kept; nil where that is damaged, or of a newer program.
  init?(_ name: String, reading bytes: [UInt8]) {
    let span = bytes.span
    guard span.hasNoBrokenSeal else { return nil }
    var text = ""
    var (lastSync, lastAttempt): (Int64?, Int64?)
    var failures: UInt64 = 0
    var needsHelp = false
    var heads: [EventName] = []
    do throws(WireError) {
      var reader = WireReader(span)
      while let field = try reader.next(in: span) {
        switch (field.number, field.range) {
        case (1, let range?): text = String(decoding: span.array(range), as: UTF8.self)
        case (2, nil): lastSync = field.signed
        case (3, nil): failures = field.value
        case (4, nil): lastAttempt = field.signed
        case (5, let range?): heads.append(try EventName(reading: span, in: range))
        case (6, nil): needsHelp = field.value == 1
        default: break
        }
      }
    } catch {
      return nil
    }
    guard let address = RemoteAddress(text, in: "/") else { return nil }
    self.init(name: name, address: address)
    self.lastSync = lastSync
    self.failures = failures
    self.lastAttempt = lastAttempt
    self.heads = heads
    self.needsHelp = needsHelp
  }
}
