#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a person, or a pipe, is on the other end of.
package enum Terminal {
  /// Descriptor numbers every process starts with.
  package static let input: Int32 = 0
  /// Standard output.
  package static let output: Int32 = 1
  /// Standard error.
  package static let errorOutput: Int32 = 2

  /// Width and height in characters.
  package struct Size: Equatable, Sendable {
    /// Characters in a line.
    package let columns: Int
    /// Lines.
    package let rows: Int

    /// A size.
    package init(columns: Int, rows: Int) {
      self.columns = columns
      self.rows = rows
    }
  }

  /// Whether a descriptor is a terminal.
  package static func isInteractive(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1
  }

  /// The size of the terminal behind a descriptor, or nil if it is none or has no size.
  package static func size(_ descriptor: Int32 = output) -> Size? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Size(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// Writes all of `bytes`, however many calls that takes.
  ///
  /// - Returns: False if nobody reads any more (`daybook log | head`): stop quietly.
  /// - Throws: `diskFull`, `ioError` and others.
  package static func write(
    _ bytes: [UInt8], to descriptor: Int32 = output
  ) throws(SystemError) -> Bool {
    try Descriptor.writeAll(bytes, to: descriptor, path: "", .write)
  }
}
