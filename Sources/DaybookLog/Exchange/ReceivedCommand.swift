package import DaybookEvents

/// One command out of a verified segment, or out of the waiting ones.
package struct ReceivedCommand: Sendable {
  /// What all commands of a segment share.
  final class Origin: Sendable {
    let publicKey: [UInt8]
    let name: [UInt8]
    /// What the events' bytes are part of.
    let content: [UInt8]

    init(publicKey: [UInt8], name: [UInt8], content: [UInt8]) {
      self.publicKey = publicKey
      self.name = name
      self.content = content
    }
  }

  /// One of its events.
  struct Event {
    /// Where in the content its bytes lie.
    let place: Range<Int>
    /// Where in the content its payload lies; nil when erased.
    let payload: Range<Int>?
    let header: EventHeader
    let link: Link
  }

  let origin: Origin
  /// The link of the event before.
  let previous: Link
  let events: ArraySlice<Event>
  /// The writer's signature over the last link, where the segment ended here.
  var signature: [UInt8]?

  var header: EventHeader { events[events.startIndex].header }
  var replica: ReplicaID { events[events.startIndex].header.replica }
  var sequence: UInt64 { events[events.startIndex].header.sequence }
  /// How many events it has.
  package var eventCount: Int { events.count }
  /// What its events say of themselves, in their order.
  package var headers: [EventHeader] { events.map(\.header) }
  /// The link of its last event.
  package var link: Link { events[events.endIndex - 1].link }
  var isErased: Bool { events.contains { $0.payload == nil } }

  /// The name of the event it follows in its log; of the first command, of none there is.
  var before: EventName {
    EventName(replica: replica, sequence: sequence - 1, tag: previous.tag)
  }

  /// The name of its first event.
  var first: EventName {
    EventName(
      replica: replica, sequence: sequence, tag: events[events.startIndex].link.tag)
  }

  /// The name of its first event.
  package var name: EventName { first }

  /// The names of its events.
  package var names: [EventName] {
    events.map { EventName(replica: replica, sequence: $0.header.sequence, tag: $0.link.tag) }
  }

  /// A copy of the stored bytes of one of its events.
  func bytes(of event: Event) -> [UInt8] { Array(origin.content[event.place]) }
}

extension ReceivedCommand {
  /// The same command with the payloads and the signature that another copy of it has and this
  /// one lacks; nil where the other has none.
  func completed(by other: ReceivedCommand) -> ReceivedCommand? {
    guard other.events.count == events.count else { return nil }
    let gains = zip(events, other.events).contains { $0.payload == nil && $1.payload != nil }
    guard gains || (signature == nil && other.signature != nil) else { return nil }
    var content: [UInt8] = []
    var merged: [Event] = []
    for (mine, theirs) in zip(events, other.events) {
      let (event, origin) =
        mine.payload == nil ? (theirs, other.origin) : (mine, origin)
      let offset = content.count - event.place.lowerBound
      content += origin.content[event.place]
      merged.append(
        Event(
          place: event.place.moved(by: offset), payload: event.payload?.moved(by: offset),
          header: event.header, link: event.link))
    }
    return ReceivedCommand(
      origin: Origin(publicKey: origin.publicKey, name: origin.name, content: content),
      previous: previous, events: merged[...], signature: signature ?? other.signature)
  }
}

extension Range<Int> {
  fileprivate func moved(by offset: Int) -> Range<Int> {
    lowerBound + offset..<upperBound + offset
  }
}
