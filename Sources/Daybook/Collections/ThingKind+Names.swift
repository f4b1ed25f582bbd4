package import DaybookEvents
package import DaybookLog
package import DaybookText

/// Kinds of things that have a name of their own: collections, decks.
extension ThingKind {
  /// The event that makes one of a name.
  package func made(_ id: EntityID, named name: Text) -> EventDraft {
    EventDraft(schema.creates, id, payload: schema.payload([.name: name.bytes]))
  }

  /// The event that gives one a name.
  package func renamed(_ id: EntityID, _ name: Text) -> EventDraft {
    EventDraft(schema.edits, id, payload: schema.payload([.name: name.bytes]))
  }
}
