import Daybook
import DaybookConsole
import DaybookEvents
import DaybookInterchange
import DaybookSystem

/// A file, or standard output, that an export is written into.
struct DocumentTarget {
  /// What of a store is written, and how.
  struct Content {
    /// JSON or JSON Lines.
    var format: InterchangeFormat
    /// Some decks instead of everything.
    var decks: [EntityID]?
    /// Whether the events of the log are written too.
    var withHistory = false
    /// A moment in the past; nil for now.
    var time: PastTime?
  }

  /// What became of the contents of files.
  struct Files {
    /// How many lie beside the document.
    var written = 0
    /// How many are not on this machine.
    var missing = 0
    /// How many stay behind, because nothing can lie beside standard output.
    var left = 0
  }

  private let path: String
  private let isDryRun: Bool
  private var isOutput: Bool { path == "-" }

  /// - Throws: ``FileInUse`` where a file lies that is no such export, unless it `mayBeInUse`.
  init(
    _ path: String, _ format: InterchangeFormat, mayBeInUse: Bool, isDryRun: Bool
  ) throws {
    self.path = path
    self.isDryRun = isDryRun
    guard path != "-", FileSystem.exists(path), !FileSystem.isSpecial(path), !mayBeInUse,
      !FileSystem.isDirectory(path)
    else { return }
    let start = try FileReader(path).read(256)
    let schema = format == .jsonl ? PortableThing.lineSchema : DocumentSection.schema
    let text = String(decoding: start, as: UTF8.self)
    guard start.isEmpty || text.contains("\"\(schema)\"") else { throw FileInUse(path: path) }
  }

  /// Writes the contents of a store as of one moment. A file appears whole or not at all.
  ///
  /// The contents of the files that a document names lie in a folder beside it before it is there.
  ///
  /// - Returns: how many entries, and what became of the files.
  func write(_ content: Content, of store: Store) throws -> (count: Int, files: Files) {
    let file = isOutput || isDryRun ? nil : try FileWriter(path)
    let sink = { (bytes: [UInt8]) throws in
      if let file {
        try file.write(bytes)
      } else if !isDryRun {
        try Console.send(bytes)
      }
    }
    var named: Set<MediaFile> = []
    let count =
      content.format == .jsonl
      ? try writeLines(content, of: store, sink)
      : try writeDocument(content, of: store, sink) { named.insert($0) }
    let files = try writeFiles(Array(named), of: store)
    try file?.finish()
    return (count, files)
  }

  private func writeFiles(_ named: [MediaFile], of store: Store) throws -> Files {
    var files = Files()
    if let media = DocumentMedia(besides: path), !isDryRun {
      (files.written, files.missing) = try media.write(named, of: store)
    } else {
      files.missing = named.count { !store.mediaFolder.holds($0) }
      let present = named.count - files.missing
      if isOutput { files.left = present } else { files.written = present }
    }
    return files
  }

  private func writeDocument(
    _ content: Content, of store: Store, _ sink: @escaping ([UInt8]) throws -> Void,
    _ name: (MediaFile) -> Void
  ) throws -> Int {
    var writer = DocumentWriter(sink)
    func write(_ entry: PortableEntry) throws {
      if case .media(let file) = entry { name(file) }
      try writer.write(entry)
    }
    let lines = EventLines(
      LocalClock { _ in 0 }, Output(isJSON: true, noColor: true))
    if content.withHistory {
      var hasBegun = false
      try store.eachPortable(
        at: content.time,
        event: { event, observed in
          if !hasBegun { writer.beginHistory() }
          hasBegun = true
          try writer.writeEvent(lines.json(event, observed: observed).compact)
        },
        { try write($0) })
      if !hasBegun { writer.beginHistory() }
    } else {
      try store.eachPortable(content.decks.map { .decks($0) } ?? .everything, at: content.time) {
        try write($0)
      }
    }
    try writer.finish()
    return writer.count
  }

  private func writeLines(
    _ content: Content, of store: Store, _ sink: @escaping ([UInt8]) throws -> Void
  ) throws -> Int {
    var count = 0
    var buffer: [UInt8] = []
    try store.eachPortable(.items, at: content.time) { entry in
      guard case .thing(let item) = entry else { return }
      buffer += JSONValue.object(item.line).bytes + [UInt8(ascii: "\n")]
      count += 1
      guard buffer.count >= 64 << 10 else { return }
      try sink(buffer)
      buffer.removeAll(keepingCapacity: true)
    }
    try sink(buffer)
    return count
  }
}

/// A file that holds something else.
struct FileInUse: Explainable {
  let path: String

  var exitStatus: ExitStatus { .cannotCreate }

  var explanation: Explanation {
    Explanation(
      whatHappened: "The file \(path) holds something else than an export.",
      dataSafety: "Nothing was written.",
      nextStep: "Name another file, or use --force to write over this one.")
  }
}
