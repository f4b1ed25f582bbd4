import Daybook
import DaybookEvents
import DaybookLog
import DaybookSystem
import LMDB

/// The files of a folder remote as they are at one time.
struct FolderListing {
  /// The files of each replica, in the order in which they were written.
  private(set) var files: [String: [FolderFile]] = [:]
  /// What cannot be read.
  private(set) var problems: [RemoteProblem] = []

  /// The directories of all replicas.
  private(set) var directories: [String] = []

  /// Looks at all files, and reads their headers.
  ///
  /// - Throws: ``RemoteError``.
  init(_ folder: String) throws {
    try RemoteError.naming(folder) {
      for name in try FileSystem.listDirectory(folder) where Self.isReplica(name) {
        let directory = "\(folder)/\(name)"
        guard FileSystem.isDirectory(directory) else { continue }
        directories.append(directory)
        try list(directory, of: name)
      }
    }
  }

  /// Whether a directory is a replica's: 16 hexadecimal digits.
  static func isReplica(_ name: String) -> Bool {
    name.utf8.count == 16 && name.allSatisfy(\.isHexDigit)
  }

  private mutating func list(_ directory: String, of replica: String) throws {
    for name in try FileSystem.listDirectory(directory) {
      guard let number = FolderFile.number(in: name) else { continue }
      do {
        let file = try FolderFile("\(directory)/\(name)", name, number: number)
        if !file.isWhole { problems.append(.incomplete(file: "\(replica)/\(name)")) }
        files[replica, default: []].append(file)
      } catch let error as SystemError where error.kind == .notFound {
        continue  // put into a larger one meanwhile
      } catch LogError.newerBundle {
        problems.append(.newer(file: "\(replica)/\(name)"))
      } catch is LogError {
        problems.append(.incomplete(file: "\(replica)/\(name)"))
      }
    }
    files[replica]?.sort { $0.number < $1.number }
  }

  /// All files, in an order in which little of what one builds on comes later.
  var all: [FolderFile] { files.sorted { $0.key < $1.key }.flatMap(\.value) }

  /// How far files hold each log of a store that has taken over what it lacked of them: as far as
  /// there is no gap.
  ///
  /// - Parameter replica: whose files do not count; nil for none.
  func held(
    besides replica: String? = nil, _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> LocalVector {
    var stretches: [LogNumber: [ClosedRange<UInt64>]] = [:]
    for (owner, files) in files where owner != replica {
      for stretch in files.filter(\.isWhole).flatMap(\.header.ranges) {
        guard let number = try moment.log.locate(stretch.last, moment.state, transaction) else {
          continue  // damaged, or waiting here for what it was written on top of
        }
        add(stretch.first...stretch.last.sequence, number, moment.state, to: &stretches)
      }
    }
    var held = LocalVector()
    for (number, ranges) in stretches {
      var end = moment.state.logs[Int(number)].fork - 1
      for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound })
      where range.lowerBound <= end + 1 {
        end = max(end, range.upperBound)
      }
      // Of a log that forked, a branch is there as far as what it branched off from.
      if end >= moment.state.logs[Int(number)].fork { held.set(number, to: end) }
    }
    return held
  }

  /// Adds a range to a log, and what of it lies before its fork to what it branched off from.
  private func add(
    _ range: ClosedRange<UInt64>, _ number: LogNumber, _ state: LogState,
    to stretches: inout [LogNumber: [ClosedRange<UInt64>]]
  ) {
    let record = state.logs[Int(number)]
    stretches[number, default: []].append(range)
    guard let parent = record.parent, range.lowerBound < record.fork else { return }
    add(range.lowerBound...min(range.upperBound, record.fork - 1), parent, state, to: &stretches)
  }
}
