package import Daybook

/// Reads JSON Lines: one item a line. Empty lines are passed over, and a bad one loses no other.
package struct LinesReader: EntrySource {
  private var window: ByteWindow
  private let clock: LocalClock

  /// Reads from the beginning.
  ///
  /// - Parameters:
  ///   - clock: for times without an offset, which only people write.
  ///   - read: gives the next bytes; none at the end.
  package init(clock: LocalClock, _ read: @escaping () throws -> [UInt8]) throws {
    self.clock = clock
    window = try ByteWindow(read)
  }

  /// Lines have no members of their own.
  package var unknown: [(name: String, place: TextPlace)] { [] }

  /// The next line; nil at the end.
  package mutating func next() throws -> ReadEntry? {
    try window.skipWhitespace()
    guard try window.current() != nil else { return nil }
    let (bytes, place) = try window.take { $0 != .newline }
    return ReadEntry(
      place: place,
      result: Result { () throws(EntryProblem) in
        try EntryReader(Self.value(bytes, place), clock: clock).line()
      })
  }

  private static func value(
    _ bytes: [UInt8], _ place: TextPlace
  ) throws(EntryProblem) -> JSONValue {
    do throws(JSONError) {
      return try JSONReader.value(in: bytes, from: place)
    } catch {
      throw .malformed(error)
    }
  }
}
