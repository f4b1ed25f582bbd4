import Daybook
import DaybookEvents
import DaybookLog
import TestSupport

/// Derived views that use all of what a thing shows, with keys of every sort.
enum SampleViews {
  /// Items by their tags and collections.
  static let items = DerivedView(CustomName("org.example.test/items"), version: 1, of: .items) {
    thing in
    guard case .item(let item) = thing else { return [] }
    return (item.tags + item.collections).map {
      DerivedView.Row(.text($0), .number(item.createdAt.milliseconds), .text(item.title.string))
    }
  }

  /// Answers by the decks and tags of their cards, deleted ones included.
  static let answers = DerivedView(
    CustomName("org.example.test/answers"), version: 1, of: .cards, includesDeleted: true
  ) { thing in
    guard case .card(let card, let reviews) = thing else { return [] }
    let words = [card.deckName.string, card.isDeleted ? "deleted" : "live"] + card.tags
    return words.map {
      DerivedView.Row(.text($0), amount: Int64(reviews.reduce(0) { $0 + Int($1.grade) }))
    }
  }

  /// Things of a program's own by their pages.
  static let books = DerivedView(
    CustomName("org.example.test/books"), version: 1,
    of: .custom(CustomName("org.example.reading/book"))
  ) { thing in
    guard case .custom(let book) = thing else { return [] }
    return book.values.map { name, value in
      if case .number(let number) = value { return DerivedView.Row(.text(name), .number(number)) }
      return DerivedView.Row(.text(name))
    }
  }

  static let all = [items, answers, books]
}

extension Simulation {
  /// What is kept of derived views, brought up to date from wherever it was, is what computing them
  /// from all things gives.
  mutating func checkDerivedViews(of store: Store) throws {
    let count = try store.read { moment, _ in moment.state.eventCount }
    for view in SampleViews.all where random.isOne(in: 2) {
      let kept = try store.rows(of: view)
      let computed = try store.rows(of: view, at: .arrived(position: count))
      expect(kept == computed, "\(view.name.name) holds \(kept), but \(computed) follow")
    }
  }
}
