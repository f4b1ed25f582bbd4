package import Daybook

/// A part of a document.
package enum DocumentSection: Hashable, Sendable {
  case settings, memberships, media, noteTypes, reviews
  /// All things of a kind.
  case things(ThingKind)

  /// The parts, in their order: kinds of things that came later follow those that every document
  /// has.
  package static let all =
    everywhere
    + ThingKind.allCases.map { .things($0) }.filter {
      !everywhere.contains($0)
    }

  private static let everywhere: [DocumentSection] = [
    .settings, .things(.item), .things(.collection), .memberships, .media, .noteTypes,
    .things(.deck), .things(.note), .things(.card), .reviews,
  ]

  /// The schema that a document names first.
  package static let schema = "daybook.document/1"

  /// The part that only tells: every event, for reading and auditing. An import takes the state.
  package static let history = "history"

  /// Where an entry belongs.
  package init(_ entry: PortableEntry) {
    self =
      switch entry {
      case .thing(let thing): .things(thing.kind)
      case .noteType: .noteTypes
      case .media: .media
      case .setting: .settings
      case .membership: .memberships
      case .review: .reviews
      }
  }

  /// Reads a name; nil of a part that this program does not know.
  init?(name: String) {
    guard let known = Self.all.first(where: { $0.name == name }) else { return nil }
    self = known
  }

  /// What it is called in a document.
  var name: String {
    switch self {
    case .settings: "settings"
    case .memberships: "memberships"
    case .media: "media"
    case .noteTypes: "noteTypes"
    case .reviews: "reviews"
    case .things(let kind): kind.schema.plural
    }
  }

  /// Whether it is left out where it would be empty.
  var isOptional: Bool { !Self.everywhere.contains(self) }

  /// Whether each entry stands on a line of its own, because there are many and they are short;
  /// of the others each member does.
  var isOneLineEach: Bool {
    [.settings, .memberships, .media, .reviews].contains(self)
  }
}
