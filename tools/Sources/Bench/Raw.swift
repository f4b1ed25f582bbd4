import Daybook
import RawLMDB
import Workload

/// An environment of plain LMDB with a log of records, two indexes and views.
@safe final class RawLog {
  private let store: OpaquePointer

  /// Opens it, or makes it anew.
  init(_ path: String, isFresh: Bool) {
    unsafe store = raw_open(path, isFresh)
  }

  deinit { unsafe raw_close(store) }

  var logBytes: UInt64 { unsafe raw_log_bytes(store) }

  func importAll(_ records: [UInt8]) {
    _ = unsafe raw_import(store, records, records.count)
  }

  /// Puts the next records durably; gives how many bytes they had.
  func put(_ records: ArraySlice<UInt8>, count: Int) -> Int {
    unsafe records.withUnsafeBufferPointer {
      unsafe raw_put(store, $0.baseAddress, $0.count, count)
    }
  }

  /// Removes what was put with stamps after a time.
  func forgetTail(after milliseconds: Int64) {
    unsafe raw_forget_tail(store, UInt64(milliseconds))
  }

  func fold(until milliseconds: Int64 = .max) {
    _ = unsafe raw_fold(store, UInt64(milliseconds))
  }

  func rebuild() { _ = unsafe raw_rebuild(store) }

  func dropViews() { unsafe raw_drop_views(store) }

  /// Reads the events of an item up to a time; gives how many.
  func history(ofItem number: Int, until milliseconds: Int64 = .max) -> Int {
    unsafe raw_history(store, UInt32(number) << 1, UInt64(milliseconds))
  }

  func readNothing() { unsafe raw_read_nothing(store) }

  /// Keeps the hashed parts of events: what lies between the calls of `body` to its argument.
  func keepParts(_ body: ((_ header: [UInt8], _ rest: [UInt8]) -> Void) throws -> Void) rethrows {
    unsafe raw_begin_parts(store)
    defer { unsafe raw_end_parts(store) }
    try body { unsafe raw_put_parts(store, $0, $0.count, $1, $1.count) }
  }

  func hashParts() {
    var link = [UInt8](repeating: 0, count: 32)
    _ = unsafe raw_hash(store, &link)
  }
}

/// A copy of a store, to which the rows of another's commits are written by plain LMDB.
@safe final class RawStoreCopy {
  private let copy: OpaquePointer
  /// How many rows and tables the last commit had.
  private(set) var lastCommit = (rows: 0, tables: 0)

  init(_ folder: String) { unsafe copy = raw_copy_open(folder) }

  deinit { unsafe raw_copy_close(copy) }

  func bytes(ofTables names: [String]) -> UInt64 {
    names.reduce(0) { unsafe $0 + raw_copy_table_bytes(copy, $1) }
  }

  /// What a commit by Daybook takes, and one that writes the same rows here.
  func timeCommit(_ commit: () throws -> Void) rethrows -> (ours: Cost, raw: Cost) {
    raw_record_begin()
    let ours: Cost
    do {
      ours = try Cost(of: commit)
    } catch {
      unsafe raw_rows_free(raw_record_end())
      throw error
    }
    let rows = unsafe raw_record_end()
    defer { unsafe raw_rows_free(rows) }
    lastCommit = unsafe (raw_rows_count(rows), raw_rows_tables(rows))
    unsafe raw_copy_prepare(copy, rows)
    return (ours, Cost(of: { unsafe raw_copy_apply(copy, rows) }))
  }
}

/// What something took, in seconds.
struct Cost {
  /// From its start to its end.
  let wall: Double
  /// Of processors: this program's, or a started one's.
  let cpu: Double

  /// Runs a part of this program.
  init(of body: () throws -> Void) rethrows {
    let (wall, cpu) = (raw_wall_seconds(), raw_cpu_seconds())
    try body()
    self.cpu = raw_cpu_seconds() - cpu
    self.wall = raw_wall_seconds() - wall
  }

  /// Runs another program to its end.
  ///
  /// - Throws: ``BenchError/failed(_:)`` unless it ends with 0.
  init(running words: [String]) throws {
    var (wall, cpu) = (0.0, 0.0)
    let status = unsafe withCStrings(words) { unsafe raw_run($0, &wall, &cpu) }
    guard status == 0 else { throw BenchError.failed(words[0]) }
    self.wall = wall
    self.cpu = cpu
  }
}

/// Lends words as C has them, with a null after the last.
private func withCStrings<Result>(
  _ words: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
) -> Result {
  let characters = words.map { Array($0.utf8CString) }
  let offsets = characters.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
  return unsafe Array(characters.joined()).withUnsafeBufferPointer { joined in
    var pointers: [UnsafePointer<CChar>?] = unsafe offsets.dropLast().map {
      unsafe joined.baseAddress?.advanced(by: $0)
    }
    unsafe pointers.append(nil)
    return unsafe pointers.withUnsafeBufferPointer { list in
      guard let start = list.baseAddress else { preconditionFailure("no words") }
      return unsafe body(start)
    }
  }
}

/// Why there are no figures.
enum BenchError: Error, Equatable, CustomStringConvertible {
  case failed(String)
  case unknownRow(String)

  var description: String {
    switch self {
    case .failed(let program): "\(program) did not end well."
    case .unknownRow(let name): "There is no row \(name)."
    }
  }
}
