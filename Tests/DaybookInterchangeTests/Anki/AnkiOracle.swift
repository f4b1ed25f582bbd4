import Foundation

/// The real Anki, where `tools/setup --oracles` has installed it.
enum AnkiOracle {
  private static let root: URL? = {
    var url = URL(filePath: #filePath).resolvingSymlinksInPath()
    while url.pathComponents.count > 1 {
      url.deleteLastPathComponent()
      if FileManager.default.fileExists(atPath: url.appending(path: "Package.swift").path) {
        return url
      }
    }
    return nil
  }()

  private static let folder: URL? = {
    if let named = ProcessInfo.processInfo.environment["DAYBOOK_ORACLES"], !named.isEmpty {
      return URL(filePath: named)
    }
    return root?.appending(path: ".build/oracles")
  }()

  /// Whether Anki is there, as far as can be seen without starting Python.
  static let isThere: Bool = {
    guard let folder,
      let found = FileManager.default.enumerator(atPath: folder.appending(path: "lib").path)
    else { return false }
    return found.contains { ($0 as? String)?.hasSuffix("site-packages/anki/collection.py") == true }
  }()

  /// What importing packages, one after another, did in an empty collection.
  struct Outcome: Decodable, Equatable {
    struct Import: Decodable, Equatable {
      var new: Int?
      var updated: Int?
      var duplicate: Int?
      var conflicting: Int?
      var message: String?
    }
    struct Check: Decodable, Equatable {
      var sound: Bool
      var said: String
    }
    struct Note: Decodable, Equatable {
      var guid: String
      var fields: [String]
      var tags: [String]
      var type: String
    }
    struct Card: Decodable, Equatable {
      var guid: String
      var ord, type, queue, ivl, factor, reps, lapses, flags: Int
      var data: String
    }
    var imports: [Import]
    var check: Check
    var answered: Int?
    var notes: [Note]
    var cards: [Card]
    var reviews: [[Int]]
    var decks: [String]
    var media: [String]
  }

  struct Failure: Error {
    let words: [String]
    let said: String
  }

  static func check(_ words: [String]) throws -> Outcome {
    guard let root, let folder else { throw Failure(words: words, said: "no place") }
    let process = Process()
    process.executableURL = folder.appending(path: "bin/python")
    process.arguments = [root.appending(path: "tools/check-anki").path] + words
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    // Anki says little on standard error: less than a pipe holds.
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    let said = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(words: words, said: String(decoding: said, as: UTF8.self))
    }
    return try JSONDecoder().decode(Outcome.self, from: bytes)
  }
}
