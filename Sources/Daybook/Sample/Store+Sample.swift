import DaybookSystem
import LMDB
import Synchronization

extension Store {
  /// Makes a store with sample data, where there is none: notes, tasks with due dates around
  /// now, tags, collections, and a deck whose cards were reviewed over the last weeks. For trying
  /// things out, and for previews; nothing of it is special to the program.
  ///
  /// It appears whole or not at all.
  ///
  /// - Parameters:
  ///   - path: the directory to make.
  ///   - options: the clock says when "now" is, the rest is as for opening.
  /// - Returns: whether it was made; false where a store was there already.
  /// - Throws: ``StoreError/notAStore(path:)`` where something else is in its place; what the disk
  ///   says.
  @discardableResult
  public static func createSample(at path: String, options: StoreOptions) throws -> Bool {
    guard !FileSystem.exists(path + "/data.mdb") else { return false }
    guard !FileSystem.exists(path) else { throw StoreError.notAStore(path: path) }
    try FileSystem.makeDirectory(FileSystem.parent(of: path), intermediates: true)
    let part = try PartFolder(for: path)
    defer { part.remove() }
    let folder = part.path + "/store"
    try SampleStory.write(at: folder, options)
    try FileSystem.synchronizeDirectory(folder)
    do {
      try FileSystem.rename(folder, to: path)
    } catch {
      // Another process may have made it at the same moment.
      guard FileSystem.exists(path + "/data.mdb") else { throw error }
      return false
    }
    try FileSystem.synchronizeDirectory(FileSystem.parent(of: path))
    return true
  }
}

/// A clock that goes where the story goes.
final class SampleClock: Sendable {
  private let time: Atomic<Int64>

  init(_ milliseconds: Int64) { time = Atomic(milliseconds) }

  /// Milliseconds since 1970.
  var now: Int64 {
    get { time.load(ordering: .relaxed) }
    set { time.store(newValue, ordering: .relaxed) }
  }
}
