import DaybookInterchange
import DaybookSystem
import TestSupport

/// Everything in a package, in memory, to be compared.
struct WholePackage: Equatable {
  var collection: AnkiCollection
  var noteTypes: [AnkiNoteType]
  var decks: [AnkiDeck]
  var options: [AnkiDeckOptions]
  var entries: [AnkiNoteEntry] = []
  var media: [String: [UInt8]] = [:]
  var problems: [AnkiProblem]

  init(collection: AnkiCollection) {
    self.collection = collection
    (noteTypes, decks, options, problems) = ([], [], [], [])
  }

  /// Reads all of a package, which leaves nothing behind in `folder`.
  init(_ path: String, _ limits: AnkiLimits = AnkiLimits(), in folder: ScratchFolder) throws {
    let package = try AnkiPackage(path, limits, temporaryFolder: folder.path)
    collection = package.collection
    (noteTypes, decks, options) = (package.noteTypes, package.decks, package.options)
    problems = package.problems
    try package.readNotes { reader in
      while let step = try reader.next() {
        switch step {
        case .note(let entry): entries.append(entry)
        case .skipped(let problem): problems.append(problem)
        }
      }
    }
    for file in package.media {
      media[file.name] = []
      try package.read(file) { media[file.name]? += $0 }
    }
  }

  func write(_ path: String, _ version: AnkiPackageVersion, in folder: ScratchFolder) throws {
    try AnkiPackageWriter.write(path, version, collection, temporaryFolder: folder.path) { new in
      for noteType in noteTypes { try new.add(noteType) }
      for deck in decks { try new.add(deck) }
      for options in options { try new.add(options) }
      for (name, bytes) in media.sorted(by: { $0.key < $1.key }) {
        try new.add(media: name) { sink in try sink(bytes) }
      }
      for entry in entries { try new.add(entry) }
    }
  }

  /// Without what the older form cannot hold: when a template was changed.
  var inOlderForm: WholePackage {
    var copy = self
    for index in copy.noteTypes.indices {
      for template in copy.noteTypes[index].templates.indices {
        copy.noteTypes[index].templates[template].modifiedSeconds = 0
      }
    }
    return copy
  }
}
