import Daybook
import DaybookEvents
package import DaybookLog
import DaybookSystem

/// The segments in files of a folder remote, one after another.
package struct FolderSource: SegmentSource {
  private var files: ArraySlice<FolderFile>
  private var open: (file: FolderFile, reader: Bundle.Reader<FileSource>)?
  private let note: (RemoteProblem) -> Void

  /// - Parameter note: hears of files that are not what they were.
  init(_ files: [FolderFile], note: @escaping (RemoteProblem) -> Void) {
    self.files = files[...]
    self.note = note
  }

  /// The next segment, or nil after the last. What cannot be read of one file keeps no other back.
  package mutating func nextSegment() throws -> Segment? {
    while true {
      guard let file = open?.file else {
        guard try openNext() else { return nil }
        continue
      }
      do {
        if let segment = try open?.reader.next() { return segment }
        open = nil
      } catch LogError.segmentMalformed {
        note(.damaged(file: file.name))
      } catch {
        // One that is not there whole is known as such.
        if file.isWhole { note(.damaged(file: file.name)) }
        open = nil
      }
    }
  }

  /// Begins with the next file that can be opened; false after the last.
  private mutating func openNext() throws -> Bool {
    while let file = files.popFirst() {
      do {
        open = (file, try file.segments())
        return true
      } catch let error as SystemError where error.kind == .notFound {
        continue  // put into a larger one meanwhile, which the next time finds
      } catch {
        note(.damaged(file: file.name))
      }
    }
    return false
  }
}
