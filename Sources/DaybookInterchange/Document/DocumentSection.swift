package import Daybook

/// The parts of a document, in their order.
package enum DocumentSection: String, CaseIterable, Sendable {
  case settings, items, collections, memberships, media, noteTypes, decks, notes, cards, reviews
  /// Things of programs that embed Daybook; left out where there are none.
  case customThings

  /// The schema that a document names first.
  package static let schema = "daybook.document/1"

  /// The part that only tells: every event, for reading and auditing. An import takes the state.
  package static let history = "history"

  /// Where an entry belongs.
  package init(_ entry: PortableEntry) {
    switch entry {
    case .thing(let thing):
      switch thing.kind {
      case .item: self = .items
      case .collection: self = .collections
      case .deck: self = .decks
      case .note: self = .notes
      case .card: self = .cards
      case .custom: self = .customThings
      }
    case .noteType: self = .noteTypes
    case .media: self = .media
    case .setting: self = .settings
    case .membership: self = .memberships
    case .review: self = .reviews
    }
  }

  /// Whether each entry stands on a line of its own, because there are many and they are short;
  /// of the others each member does.
  var isOneLineEach: Bool {
    [.settings, .memberships, .media, .reviews].contains(self)
  }
}
