import Daybook
import DaybookEvents
import DaybookLog
import DaybookSystem

/// A file of a folder remote: a bundle whose header says which events it holds. It is written once
/// and never changed.
struct FolderFile: Sendable {
  /// Where it lies.
  let path: String
  /// Its name.
  let name: String
  /// Its place among the files of who wrote it.
  let number: UInt64
  /// What it says of itself.
  let header: HeadList
  /// How long it is.
  let byteCount: Int
  /// Whether all of it is there.
  let isWhole: Bool

  /// The most bytes of events in one file: so much is held in memory, and carried again by whatever
  /// carries the folder, where files are put together.
  static let byteLimit = 32 << 20

  /// Reads the header of a file.
  ///
  /// - Throws: ``LogError``, `SystemError`.
  init(_ path: String, _ name: String, number: UInt64) throws {
    let reader = try FileReader(path)
    byteCount = try reader.size()
    header = try Bundle.Reader(FileSource(reader: reader)).header
    let headByteCount = Bundle.magic.count + Frame(.bundleHeader, header.encoded()).bytes.count
    isWhole = byteCount == headByteCount + Int(clamping: header.contentByteCount)
    (self.path, self.name, self.number) = (path, name, number)
  }

  /// The number in a name of ours, such as `0000001f-81b637d8fcd2c6da.bundle`; nil for another.
  static func number(in name: String) -> UInt64? {
    let parts = name.split(separator: "-", maxSplits: 1)
    guard parts.count == 2, parts[0].utf8.count == 8, name.hasSuffix(".bundle"),
      parts[1].utf8.count == 16 + ".bundle".utf8.count
    else { return nil }
    return UInt64(parts[0], radix: 16)
  }

  /// The segments in it, one after another.
  func segments() throws -> Bundle.Reader<FileSource> {
    try Bundle.Reader(FileSource(reader: FileReader(path)))
  }
}

/// Puts a file together in memory.
struct FolderFileDraft {
  private var frames: [UInt8] = []
  private var ranges: [LinkedRange] = []
  /// How many events it holds.
  private(set) var eventCount = 0

  /// How many bytes it has so far.
  var byteCount: Int { frames.count }

  /// Adds a segment.
  mutating func add(_ segment: Segment) throws {
    ranges.add(try LinkedRange(segment))
    frames += Frame(.segment, segment.encoded()).bytes
    eventCount += segment.eventCount
  }

  /// Writes it into a directory, whole or not at all, and durably.
  ///
  /// - Parameters:
  ///   - number: its place among the files there.
  ///   - header: who made it and when.
  func write(into directory: String, number: UInt64, _ header: HeadList) throws {
    var header = header
    header.ranges = ranges
    // The digest of the end stands for all bytes before it, the header's own included.
    let end = Frame(.end, Array(repeating: 0, count: 32)).bytes.count
    header.contentByteCount = UInt64(frames.count + end)
    var bytes = Bundle.magic + Frame(.bundleHeader, header.encoded()).bytes + frames
    var digest = Digest()
    digest.update(bytes)
    bytes += Frame(.end, digest.finalize()).bytes
    var whole = Digest()
    whole.update(bytes)
    let digits = String(number, radix: 16)
    let name =
      String(repeating: "0", count: 8 - digits.count) + digits + "-"
      + Hexadecimal.digits(whole.finalize().prefix(8)) + ".bundle"
    // Whoever may read the folder may read what lies in it.
    let permissions = try FileSystem.permissions(directory) & 0o666
    try FileSystem.writeFileAtomically("\(directory)/\(name)", bytes, permissions: permissions)
  }
}
