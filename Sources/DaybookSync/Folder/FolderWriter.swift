import DaybookLog
import DaybookSystem

/// Writes segments into files of a directory, which is made with the first.
struct FolderWriter {
  private let directory: String
  private let header: HeadList
  private var number: UInt64
  private var draft = FolderFileDraft()
  private var eventCount = 0

  /// - Parameter files: those that are there.
  init(_ directory: String, after files: [FolderFile], _ header: HeadList) {
    self.directory = directory
    self.header = header
    number = files.last.map { $0.number + 1 } ?? 1
  }

  /// Adds a segment, and writes a file where it is large enough.
  mutating func add(_ segment: Segment) throws {
    try draft.add(segment)
    if draft.byteCount >= FolderFile.byteLimit - Segment.readByteLimit { try write() }
  }

  /// Writes what is left; how many events were written.
  mutating func finish() throws -> Int {
    if draft.eventCount > 0 { try write() }
    return eventCount
  }

  private mutating func write() throws {
    try FolderMark.makeDirectory(directory)
    try draft.write(into: directory, number: number, header)
    eventCount += draft.eventCount
    number += 1
    draft = FolderFileDraft()
  }
}
