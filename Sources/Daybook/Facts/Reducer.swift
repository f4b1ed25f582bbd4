import DaybookEvents
package import DaybookLog
import DaybookMigrations

/// The one reducer: what an event writes. Live views, rebuilding and history all fold its
/// answers, so they cannot disagree. It looks at the event alone, never at state.
package enum Reducer {
  /// The writes of an event; none when it is silent: erased, unknown, newer, or unreadable.
  package static func writes(of event: AppliedEvent) -> [RegisterWrite] {
    guard let kind = event.header.knownKind, let bytes = event.payload,
      // What cannot be read is silent, on every replica alike.
      let current = try? Migrations.all.current(bytes, of: kind, version: event.header.version),
      let payload = try? Payload(current)  // as above
    else { return [] }
    switch kind {
    case .itemCaptured, .itemEdited, .itemDeleted, .itemRestored, .itemTagged, .itemUntagged:
      return ItemReducer.writes(kind, event.header, payload)
    case .itemFiled, .itemUnfiled, .itemMoved, .collectionCreated, .collectionRenamed,
      .collectionDeleted, .collectionRestored:
      return CollectionReducer.writes(kind, event.header, payload)
    case .deckCreated, .deckRenamed, .deckDeleted, .deckRestored, .cardAdded, .cardEdited,
      .cardDeleted, .cardRestored, .cardMoved, .cardSuspended, .cardResumed, .cardReviewed,
      .reviewRetracted:
      return DeckReducer.writes(kind, event.header, payload, event.name)
    }
  }
}
