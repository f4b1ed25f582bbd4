import Daybook
import DaybookEvents
import DaybookInterchange

extension ImportMachine {
  /// What `export json` writes.
  func document(_ scope: PortableScope = .everything) throws -> [UInt8] {
    let output = Collected()
    var writer = DocumentWriter { output.bytes += $0 }
    try store.eachPortable(scope) { try writer.write($0) }
    try writer.finish()
    return output.bytes
  }

  /// What `export jsonl` writes.
  func lines() throws -> [UInt8] {
    var bytes: [UInt8] = []
    try store.eachPortable(.items) { entry in
      if case .thing(let item) = entry {
        bytes += JSONValue.object(item.line).bytes + Array("\n".utf8)
      }
    }
    return bytes
  }

  /// Brings a document in, read some bytes at a time.
  @discardableResult
  func importDocument(
    _ bytes: [UInt8], _ options: ImportOptions = ImportOptions(), pieces: Int = 4096
  ) throws -> ImportReport {
    var reader = try DocumentReader(clock: localClock, Pieces(bytes, of: pieces).read)
    return try importEntries(&reader, options)
  }

  @discardableResult
  func importDocument(
    _ text: String, _ options: ImportOptions = ImportOptions()
  ) throws -> ImportReport {
    try importDocument(Array(text.utf8), options)
  }

  /// Brings lines in.
  @discardableResult
  func importLines(_ text: String, pieces: Int = 4096) throws -> ImportReport {
    try importLines(Array(text.utf8), pieces: pieces)
  }

  @discardableResult
  func importLines(_ bytes: [UInt8], pieces: Int = 4096) throws -> ImportReport {
    var reader = try LinesReader(clock: localClock, Pieces(bytes, of: pieces).read)
    return try importEntries(&reader, ImportOptions())
  }

  private func importEntries(
    _ source: inout some EntrySource, _ options: ImportOptions
  ) throws -> ImportReport {
    try store.importEntries(options) {
      while let read = try source.next() {
        guard let entry = try read.result.get() else { continue }
        return .portable(entry, ImportPlace(file: "file", line: read.place.line))
      }
      return nil
    }
  }
}

extension ImportOptions {
  static var forced: ImportOptions {
    var options = ImportOptions()
    options.force = true
    return options
  }

  static var trial: ImportOptions {
    var options = ImportOptions()
    options.isDryRun = true
    return options
  }
}

/// Bytes that were written to it.
final class Collected {
  var bytes: [UInt8] = []
}

/// Bytes that are read some at a time.
final class Pieces {
  private var rest: ArraySlice<UInt8>
  private let count: Int

  init(_ bytes: [UInt8], of count: Int) {
    rest = bytes[...]
    self.count = count
  }

  func read() -> [UInt8] {
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }
}
