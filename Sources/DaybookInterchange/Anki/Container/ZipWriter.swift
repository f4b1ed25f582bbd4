import DaybookCompression
import DaybookSystem

/// Writes a zip file. Entries come in the order they are added and have no times, so the same
/// contents give the same bytes.
package struct ZipWriter: ~Copyable {
  private let file: FileWriter
  private var offset = 0
  private var directory: [UInt8] = []
  private var names: Set<String> = []

  /// Packed bytes up to this many are held in memory; what gives more is asked for twice.
  private static let heldLimit = 4 << 20

  /// Begins a file, which appears under its name when it is finished.
  ///
  /// - Throws: `SystemError`.
  package init(_ path: String) throws {
    file = try FileWriter(path)
  }

  /// Adds an entry of bytes in memory.
  package mutating func add(
    _ name: String, _ bytes: [UInt8], deflated isDeflated: Bool = false
  ) throws {
    try add(name, deflated: isDeflated) { sink in try sink(bytes) }
  }

  /// Adds an entry.
  ///
  /// - Parameter source: Gives the bytes, piece by piece. It is called a second time where there
  ///   are too many to hold, since their number stands before them, and gives the same then.
  /// - Throws: ``ZipError/tooLargeToWrite``, ``ZipError/duplicateName(entry:)``,
  ///   ``ZipError/sourceChanged(entry:)``; `SystemError`; what the source throws.
  package mutating func add(
    _ name: String, deflated isDeflated: Bool = false,
    _ source: ByteSource
  ) throws {
    guard names.insert(name).inserted else { throw ZipError.duplicateName(entry: name) }
    guard names.count < 0xFFFF else { throw ZipError.tooLargeToWrite }
    var held: [UInt8]? = []
    let measured = try Self.pack(isDeflated, source) { piece in
      held?.append(contentsOf: piece)
      if (held?.count ?? 0) > Self.heldLimit { held = nil }
    }
    guard measured.size < 0xFFFF_FFFF, offset + measured.packedSize < 0xFFFF_FFFF - 1 << 20 else {
      throw ZipError.tooLargeToWrite
    }
    var header: [UInt8] = []
    header.appendZip(Int(ZipFormat.localHeader), bytes: 4)
    appendDescription(measured, isDeflated, name, to: &header)
    header += Array(name.utf8)
    appendToDirectory(name, measured, isDeflated)
    offset += header.count + measured.packedSize
    try file.write(header)
    if let held {
      try file.write(held)
    } else {
      let again = try Self.pack(isDeflated, source) { [file] in try file.write($0) }
      guard again == measured else { throw ZipError.sourceChanged(entry: name) }
    }
  }

  /// Ends the file and gives it its name.
  ///
  /// - Throws: `SystemError`.
  package consuming func finish() throws {
    var end: [UInt8] = []
    end.appendZip(Int(ZipFormat.end), bytes: 4)
    end.appendZip(0, bytes: 4)
    end.appendZip(names.count, bytes: 2)
    end.appendZip(names.count, bytes: 2)
    end.appendZip(directory.count, bytes: 4)
    end.appendZip(offset, bytes: 4)
    end.appendZip(0, bytes: 2)
    try file.write(directory)
    try file.write(end)
    try file.finish()
  }

  /// What an entry comes to.
  private struct Measure: Equatable {
    var size = 0
    var packedSize = 0
    var checksum: UInt32 = 0
  }

  private static func pack(
    _ isDeflated: Bool, _ source: ByteSource, _ emit: @escaping ByteSink
  ) throws -> Measure {
    var measure = Measure()
    var checksum = CRC32()
    let compressor = try Compressor(isDeflated ? .deflate : .stored)
    func count(_ piece: [UInt8]) throws {
      measure.packedSize += piece.count
      try emit(piece)
    }
    try source { piece in
      checksum.add(piece)
      measure.size += piece.count
      try compressor.add(piece, count)
    }
    try compressor.finish(count)
    measure.checksum = checksum.value
    return measure
  }

  /// What both headers of an entry say, from the version needed to the length of the extra field.
  private func appendDescription(
    _ measure: Measure, _ isDeflated: Bool, _ name: String, to header: inout [UInt8]
  ) {
    header.appendZip(isDeflated ? 20 : 10, bytes: 2)
    header.appendZip(name.utf8.allSatisfy { $0 < 0x80 } ? 0 : ZipFormat.isUTF8, bytes: 2)
    header.appendZip(
      isDeflated ? ZipFormat.deflateMethod : ZipFormat.storedMethod, bytes: 2)
    // Midnight of the first day that the format knows, 1 January 1980.
    header.appendZip(0, bytes: 2)
    header.appendZip(1 << 5 | 1, bytes: 2)
    header.appendZip(Int(measure.checksum), bytes: 4)
    header.appendZip(measure.packedSize, bytes: 4)
    header.appendZip(measure.size, bytes: 4)
    header.appendZip(name.utf8.count, bytes: 2)
    header.appendZip(0, bytes: 2)
  }

  private mutating func appendToDirectory(
    _ name: String, _ measure: Measure, _ isDeflated: Bool
  ) {
    var header: [UInt8] = []
    header.appendZip(Int(ZipFormat.centralHeader), bytes: 4)
    // Made by version 2.0 on Unix: the permissions below are a file's, 0644.
    header.appendZip(3 << 8 | 20, bytes: 2)
    appendDescription(measure, isDeflated, name, to: &header)
    header.appendZip(0, bytes: 6)
    header.appendZip(0o100644 << 16, bytes: 4)
    header.appendZip(offset, bytes: 4)
    directory += header + Array(name.utf8)
  }
}
