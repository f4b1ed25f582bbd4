import Daybook
import DaybookConsole
import DaybookEvents
import DaybookSystem

extension StoreArguments {
  /// The collection or deck that a word names. Where several have that name, it is asked for on a
  /// terminal which is meant.
  ///
  /// - Throws: ``StoreError/ambiguousName(_:kind:candidates:)`` where nobody can be asked, or none
  ///   was chosen.
  func choose(
    _ word: Word, as kind: ThingKind, in store: Store, at time: PastTime? = nil
  ) throws -> EntityID {
    do {
      return try store.resolve(word, as: kind, at: time)
    } catch StoreError.ambiguousName(let name, let kindName, let candidates) where mayAsk {
      guard let chosen = try ask(candidates, called: name, in: store) else {
        throw StoreError.ambiguousName(name, kind: kindName, candidates: candidates)
      }
      return chosen
    }
  }

  /// What words mean that are to become one: the first names what stays, the others what is joined
  /// into it. Where the first name is that of the others too, the oldest stays.
  ///
  /// - Throws: As ``choose(_:as:in:at:)``; ``StoreError/joinedIntoItself(_:)`` where the words name
  ///   one thing only.
  func joined(
    _ words: [Word], as kind: ThingKind, in store: Store
  ) throws -> (into: EntityID, others: [EntityID]) {
    guard let first = words.first else { throw UsageError.missing("what is to become one") }
    let targets = try store.candidates(named: first.string, as: kind)
    let named = try words.dropFirst().map { try store.candidates(named: $0.string, as: kind) }
    let said = Set(named.filter { $0.count == 1 }.flatMap(\.self))
    let left = targets.filter { !said.contains($0) }
    let isRepeated = named.contains { $0.count > 1 && $0 == targets }
    let into =
      if let only = left.first, left.count == 1 || isRepeated { only } else {
        try choose(first, as: kind, in: store)
      }
    var others: [EntityID] = []
    for ids in named {
      let more = ids.filter { $0 != into }
      guard !more.isEmpty else { throw StoreError.joinedIntoItself(into) }
      others += more.filter { !others.contains($0) }
    }
    return (into, others)
  }

  /// Shows things of one name by number; nil where the answer is none of them.
  private func ask(
    _ candidates: [EntityID], called name: String, in store: Store
  ) throws -> EntityID? {
    Console.note("Several are called \(VisibleText.line(Array(name.utf8))):")
    for (number, id) in candidates.enumerated() {
      Console.note("  \(number + 1)  \(try store.contents(of: id))")
    }
    Console.note("Which one? 1-\(candidates.count)")
    let line = try StandardInput.readLine(limit: 1024) ?? []
    let number = Int(String(decoding: line, as: UTF8.self).filter { !$0.isWhitespace })
    return number.flatMap { candidates.indices.contains($0 - 1) ? candidates[$0 - 1] : nil }
  }
}

extension Store {
  /// The short id of a collection or deck, and how much is in it.
  fileprivate func contents(of id: EntityID) throws -> String {
    let count =
      try kind(of: id) == .deck
      ? Count.text(cards(in: id).count, "card") : Count.text(items(in: id).count, "item")
    return "\(try shortHandle(of: id))  \(count)"
  }
}
