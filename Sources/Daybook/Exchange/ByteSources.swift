import DaybookLog
package import DaybookSystem

/// A file as a source of frames.
package struct FileSource: FrameSource {
  let reader: FileReader

  /// Reads a file from where it is.
  package init(reader: FileReader) { self.reader = reader }

  /// At most `count` bytes; fewer only at the end.
  package mutating func read(_ count: Int) throws -> [UInt8] { try reader.read(count) }
}

/// Standard input as a source of frames.
struct InputSource: FrameSource {
  mutating func read(_ count: Int) throws -> [UInt8] { try StandardInput.read(count) }
}

/// What a child process prints as a source of frames.
package struct ChildSource: FrameSource {
  let child: ChildProcess

  /// Reads what a program prints.
  package init(child: ChildProcess) { self.child = child }

  /// At most `count` bytes; fewer only at the end.
  package mutating func read(_ count: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let more = try child.read(atMost: min(count - bytes.count, 1 << 20))
      if more.isEmpty { break }
      bytes += more
    }
    return bytes
  }
}
