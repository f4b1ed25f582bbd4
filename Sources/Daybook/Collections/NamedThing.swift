import DaybookEvents
package import DaybookText

/// Collections and decks: things with a name.
package enum NamedThing {
  /// The payload of the events that create and rename them.
  package static func payload(name: Text) -> [UInt8] {
    var wire = WireWriter()
    wire.bytes(1, name.bytes)
    return wire.bytes
  }
}
