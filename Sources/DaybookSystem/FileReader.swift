#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that is read piece by piece, whatever its size; closed when it goes.
package final class FileReader {
  private let file: OpenFile

  /// Opens a file.
  ///
  /// - Throws: `notFound`, `permissionDenied`, and others.
  package init(_ path: String) throws(SystemError) {
    file = try OpenFile(path, O_RDONLY, .read)
  }

  /// The next bytes: `count` of them, fewer only at the end.
  package func read(_ count: Int) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let more = try Descriptor.read(
        file.descriptor, atMost: min(count - bytes.count, 1 << 20), path: file.path)
      if more.isEmpty { break }
      bytes += more
    }
    return bytes
  }

  /// The bytes from `offset` on: `count` of them, fewer only at the end. Where the next reading
  /// without an offset goes on stays as it is.
  package func read(_ count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let more = try Descriptor.read(
        file.descriptor, atMost: min(count - bytes.count, 1 << 20), at: offset + bytes.count,
        path: file.path)
      if more.isEmpty { break }
      bytes += more
    }
    return bytes
  }

  /// How many bytes the file has now.
  package func size() throws(SystemError) -> Int { Int(try file.status(.inspect).st_size) }
}

/// A file that is written piece by piece and appears under its name only when it is whole. A
/// device or a pipe is written to as it is, and a symbolic link leads to the file that is replaced.
package final class FileWriter {
  private let file: OpenFile
  private let path: String
  /// Nil for what cannot be replaced whole.
  private let temporary: String?
  private var isFinished = false

  /// Begins a file beside its final place.
  ///
  /// - Parameter permissions: who may do what with it; by default its owner alone.
  /// - Throws: `isDirectory`, `notFound` without a parent, `permissionDenied`, and others.
  package init(_ path: String, permissions: UInt16 = 0o600) throws(SystemError) {
    if FileSystem.isSpecial(path) {
      self.path = path
      temporary = nil
      file = try OpenFile(path, O_WRONLY, .write)
      return
    }
    guard !FileSystem.isDirectory(path) else {
      throw SystemError(.write, path: path, kind: .isDirectory)
    }
    let place = FileSystem.exists(path) ? try FileSystem.resolved(path) : path
    let temporary = FileSystem.partPath(of: place)
    self.path = place
    self.temporary = temporary
    do throws(SystemError) {
      file = try OpenFile.part(temporary, permissions: permissions)
    } catch {
      throw SystemError(.write, path: path, code: error.code)
    }
  }

  deinit {
    guard !isFinished, let temporary else { return }
    try? FileSystem.remove(temporary)  // what was given up leaves no trace
  }

  /// Writes more of it.
  ///
  /// - Throws: `endOfFile` where it is a pipe that nobody reads any more; `diskFull` and others.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    guard try Descriptor.writeAll(bytes, to: file.descriptor, path: path, .write) else {
      throw SystemError(.write, path: path, kind: .endOfFile)
    }
  }

  /// Puts it on the disk and gives it its name, in place of what had it before.
  ///
  /// - Parameter place: another name than it was begun for, on the same volume.
  package func finish(at place: String? = nil) throws(SystemError) {
    isFinished = temporary == nil
    guard let temporary else { return }
    let place = place ?? path
    try file.synchronize()
    try FileSystem.rename(temporary, to: place)
    isFinished = true
    try FileSystem.synchronizeDirectory(FileSystem.parent(of: place))
  }
}

extension StandardInput {
  /// The next bytes of standard input, unbuffered: `count` of them, fewer only at the end. Not
  /// to be mixed with reading lines.
  package static func read(_ count: Int) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let more = try Descriptor.read(
        Terminal.input, atMost: min(count - bytes.count, 1 << 20), path: "")
      if more.isEmpty { break }
      bytes += more
    }
    return bytes
  }
}
