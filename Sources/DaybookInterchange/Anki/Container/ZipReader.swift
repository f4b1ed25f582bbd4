import DaybookCompression
import DaybookSystem

/// Reads a zip file, entry by entry. A name in it is a name and never becomes a path.
///
/// What its list of entries says is checked against the limits before any of them is unpacked, and
/// entries may not share bytes, so no more can come out of a file than its list says.
package final class ZipReader {
  /// What it holds, in the order of the list at its end.
  package let entries: [ZipEntry]

  private let file: FileReader
  private let limits: ZipLimits
  private let entriesByName: [String: ZipEntry]

  private static let pieceSize = 1 << 18

  /// Opens a file and reads its list of entries.
  ///
  /// - Throws: ``ZipError``; `SystemError` where the file cannot be read.
  package init(_ path: String, _ limits: ZipLimits = ZipLimits()) throws {
    file = try FileReader(path)
    self.limits = limits
    entries = try ZipDirectory(file, limits).entries()
    entriesByName = Dictionary(uniqueKeysWithValues: entries.map { ($0.name, $0) })
  }

  /// The entry of that name.
  package subscript(name: String) -> ZipEntry? { entriesByName[name] }

  /// What an entry stands for, in memory.
  ///
  /// - Throws: as ``unpack(_:_:)``; ``ZipError/entryTooLarge(entry:limit:)`` beyond `limit`.
  package func bytes(_ entry: ZipEntry, limit: Int) throws -> [UInt8] {
    guard entry.size <= limit else {
      throw ZipError.entryTooLarge(entry: entry.name, limit: limit)
    }
    var bytes: [UInt8] = []
    try unpack(entry) { bytes += $0 }
    return bytes
  }

  /// Gives what an entry stands for, piece by piece. Only when this returns is it known that all
  /// of it was as it should be.
  ///
  /// - Throws: ``ZipError``, or what `emit` throws.
  package func unpack(_ entry: ZipEntry, _ emit: ([UInt8]) throws -> Void) throws {
    let start = try dataOffset(of: entry)
    let method: CompressionMethod = entry.isDeflated ? .deflate : .stored
    let decompressor = try Decompressor(
      method, OutputLimit(byteCount: entry.size, ratio: limits.ratio))
    var checksum = CRC32()
    var offset = 0
    var isSinkError = false
    do {
      while offset < entry.packedSize {
        let count = min(Self.pieceSize, entry.packedSize - offset)
        let piece = try file.read(count, at: start + offset)
        guard piece.count == count else { throw ZipError.damaged(entry: entry.name) }
        offset += count
        try decompressor.add(piece) { output in
          checksum.add(output)
          isSinkError = true
          try emit(output)
          isSinkError = false
        }
      }
      try decompressor.finish()
    } catch let error as CompressionError where !isSinkError {
      // A sink may unpack what comes out once more, and fail at that.
      throw ZipError(error, entry.name)
    }
    guard decompressor.outputCount == entry.size else {
      throw ZipError.damaged(entry: entry.name)
    }
    guard checksum.value == entry.checksum else {
      throw ZipError.wrongChecksum(entry: entry.name)
    }
  }

  /// Where the bytes of an entry begin, after its own header has said the same as the list.
  private func dataOffset(of entry: ZipEntry) throws -> Int {
    let header = try file.read(ZipFormat.localHeaderLength, at: entry.headerOffset)
    guard header.count == ZipFormat.localHeaderLength,
      header.zipNumber32(at: 0) == Int(ZipFormat.localHeader)
    else { throw ZipError.damaged(entry: entry.name) }
    let nameLength = header.zipNumber16(at: 26)
    let name = try file.read(nameLength, at: entry.headerOffset + header.count)
    let isStored = header.zipNumber16(at: 8) == ZipFormat.storedMethod
    guard Array(entry.name.utf8) == name, isStored == !entry.isDeflated else {
      throw ZipError.damaged(entry: entry.name)
    }
    let sizes = [header.zipNumber32(at: 18), header.zipNumber32(at: 22)]
    // A size of 32 ones stands in an extra field; the list has it already.
    guard
      entry.hasDescriptor || sizes == [entry.packedSize, entry.size]
        || sizes.contains(0xFFFF_FFFF)
    else { throw ZipError.damaged(entry: entry.name) }
    return entry.headerOffset + header.count + nameLength + header.zipNumber16(at: 28)
  }
}

extension ZipError {
  /// What became of an entry that would not unpack.
  init(_ error: CompressionError, _ entry: String) {
    switch error {
    case .damaged, .truncated: self = .damaged(entry: entry)
    // More than its own size came out of it.
    case .tooLarge: self = .damaged(entry: entry)
    case .expandsTooMuch: self = .expandsTooMuch(entry: entry)
    case .outOfMemory: self = .entryTooLarge(entry: entry, limit: 0)
    }
  }
}
