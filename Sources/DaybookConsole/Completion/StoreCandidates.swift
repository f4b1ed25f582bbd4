import Daybook
import DaybookEvents
import DaybookSystem

/// What one store has to offer, as it is at one moment.
struct StoreCandidates: ~Copyable {
  /// The most ids that are offered: more than that nobody reads.
  private static let idLimit = 100

  private let store: Store
  private let typed: String

  /// Asks the store that the options name. It must be there, and is only read.
  static func read(
    _ arguments: StoreArguments, _ typed: String,
    _ body: (borrowing StoreCandidates) throws -> [Candidate]
  ) throws -> [Candidate] {
    var options = StoreOptions(replicaName: "")
    options.createsMissing = false
    options.isReadOnly = true
    let store = try Store.open(at: arguments.path, options: options)
    return try body(StoreCandidates(store: store, typed: typed))
  }

  private init(store: Store, typed: String) {
    self.store = store
    self.typed = typed
  }

  /// Ids of things of some kinds, with what they are called.
  func ids(of kinds: [ThingKind], deleted: Bool = false) throws -> [Candidate] {
    let digits = typed.lowercased().filter { $0 != "-" }
    guard digits.allSatisfy(\.isHexDigit) else { return [] }
    return try store.candidates(
      of: kinds, deleted: deleted, handlePrefix: digits, limit: Self.idLimit
    ).map { id, label in
      // A word that is longer than the short id must still be one that what was typed begins.
      let isLonger = digits.count > label.handle.count
      let word = isLonger ? String(id.handleDigits.prefix(32)) : label.handle
      return Candidate(word: word, remark: Self.remark(label.text))
    }
  }

  /// The names of live collections.
  func collections() throws -> [Candidate] { try names(of: .collection) }

  /// The names of live decks.
  func decks() throws -> [Candidate] { try names(of: .deck) }

  /// The names of live things, each once.
  private func names(of kind: ThingKind) throws -> [Candidate] {
    try store.names(of: kind).map { Candidate(word: $0.string) }
  }

  /// The names of tags that some live item has.
  func tags() throws -> [Candidate] {
    try store.tags().filter { $0.items > 0 }
      .map { Candidate(word: $0.name, remark: $0.items == 1 ? "1 item" : "\($0.items) items") }
  }

  /// What may follow `tag`.
  func tagWords(_ request: CompletionRequest) throws -> [Candidate] {
    switch request.word(2) {
    case "list" where !request.isAt(2): return []
    case "rename" where !request.isAt(2): return try tags()
    default: break
    }
    if let sign = typed.first, sign == "+" || sign == "-" {
      return try tags().map { Candidate(word: "\(sign)\($0.word)", remark: $0.remark) }
    }
    let subcommands = [
      Candidate(word: "list", remark: "all tags"),
      Candidate(word: "rename", remark: "one tag to another"),
    ]
    return try (request.isAt(2) ? subcommands : []) + ids(of: [.item])
  }

  /// Terms of a query: the names of fields, and after a field the values it can have.
  func query(_ typed: String, _ fields: [QueryFieldValues]) throws -> [Candidate] {
    let sign = typed.hasPrefix("-") ? "-" : ""
    let term = typed.dropFirst(sign.count)
    guard let colon = term.firstIndex(of: ":") else {
      return fields.map { Candidate(word: "\(sign)\($0.name):", remark: $0.remark) }
    }
    guard let field = fields.first(where: { $0.name == term[..<colon] }) else { return [] }
    let values: [Candidate] =
      switch field.values {
      case .tags: try tags()
      case .collections: try collections()
      case .decks: try decks()
      case .known(let words): words.map { Candidate(word: $0) }
      }
    return values.map {
      // A name of several words is a phrase to the query, and stays one behind a field.
      let value = $0.word.contains(" ") ? "\"\($0.word)\"" : $0.word
      return Candidate(word: "\(sign)\(field.name):\(value)", remark: $0.remark)
    }
  }

  /// The beginning of what a thing is called.
  private static func remark(_ label: Text) -> String {
    let line = label.string.split(whereSeparator: \.isNewline).first ?? ""
    return line.count > 50 ? line.prefix(49) + "…" : String(line)
  }
}
