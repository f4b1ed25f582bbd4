package import ArgumentParser
package import Daybook

/// What a shell offers when somebody presses Tab where a thing of the store is to be named.
///
/// Nothing is ever written, made or said: where there is no store, or it cannot be read, there is
/// nothing to offer. The cost does not grow with the store but for tags, collections and decks.
package enum Completion {
  /// The ids of things: those of the latest events, or all that begin as typed.
  package static func ids(
    of kinds: [ThingKind] = ThingKind.allCases, deleted: Bool = false
  ) -> CompletionKind {
    .custom { words, index, typed in
      CompletionRequest(words, index, typed).answer { try $0.ids(of: kinds, deleted: deleted) }
    }
  }

  /// The names of collections.
  package static var collections: CompletionKind { names { try $0.collections() } }

  /// The names of decks.
  package static var decks: CompletionKind { names { try $0.decks() } }

  /// The names of tags.
  package static var tags: CompletionKind { names { try $0.tags() } }

  /// What follows `tag`: ids, `+` and a tag to put on, `-` and a tag to take off, or a
  /// subcommand, and tags behind `rename`.
  package static var tagWords: CompletionKind {
    .custom { words, index, typed in
      let request = CompletionRequest(words, index, typed)
      return request.answer { try $0.tagWords(request) }
    }
  }

  /// What follows `list`: fields of a query with the values they can have.
  package static var query: CompletionKind {
    .custom { words, index, typed in
      let request = CompletionRequest(words, index, typed)
      return request.answer { try $0.query(request.typed, ItemQueryFields.all) }
    }
  }

  /// What follows `card list`.
  package static var cardQuery: CompletionKind {
    .custom { words, index, typed in
      let request = CompletionRequest(words, index, typed)
      return request.answer { try $0.query(request.typed, CardQueryFields.all) }
    }
  }

  private static func names(
    _ names: @escaping @Sendable (borrowing StoreCandidates) throws -> [Candidate]
  ) -> CompletionKind {
    .custom { words, index, typed in
      CompletionRequest(words, index, typed).answer { try names($0) }
    }
  }
}
