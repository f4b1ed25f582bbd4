import DaybookEvents

/// Where framed bytes come from: a file, a pipe.
package protocol FrameSource {
  /// At most `count` bytes; fewer only at the end.
  mutating func read(_ count: Int) throws -> [UInt8]
}

/// Bytes already in memory as a source; used by tests and small bundles.
package struct MemorySource: FrameSource {
  private var bytes: ArraySlice<UInt8>

  /// Reads from an array.
  package init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  /// At most `count` bytes; fewer only at the end.
  package mutating func read(_ count: Int) -> [UInt8] {
    let part = bytes.prefix(count)
    bytes = bytes.dropFirst(part.count)
    return Array(part)
  }
}

/// One message of a bundle or of an exchange: a number that says what it is, and its content,
/// preceded by the length of both as 4 bytes.
package struct Frame: Equatable, Sendable {
  /// What a frame holds.
  package enum Kind: UInt8, Sendable {
    case hello = 1, welcome = 2, want = 3, segment = 4, end = 5, receipt = 6, failure = 7
    case offer = 8, wantedFiles = 9, files = 10
    case bundleHeader = 16, file = 17
  }

  /// The longest frame that is read.
  package static let byteLimit = Segment.readByteLimit + (1 << 16)

  /// What it holds.
  package let kind: Kind
  /// The content.
  package let content: [UInt8]

  /// Puts a frame together.
  package init(_ kind: Kind, _ content: [UInt8] = []) {
    self.kind = kind
    self.content = content
  }

  /// The bytes to send.
  package var bytes: [UInt8] { head + content }

  /// The bytes before the content.
  var head: [UInt8] {
    Hexadecimal.bytes(UInt64(content.count + 1)).suffix(4) + [kind.rawValue]
  }

  /// Reads the next frame; nil at the end of the source.
  ///
  /// - Throws: ``LogError/bundleTruncated`` inside a frame, ``LogError/segmentMalformed`` where no
  ///   frame of ours begins.
  package init?(from source: inout some FrameSource) throws {
    let head = try source.read(4)
    if head.isEmpty { return nil }
    guard head.count == 4 else { throw LogError.bundleTruncated }
    let length = Int(Hexadecimal.bigEndian(head))
    guard length > 0, length <= Self.byteLimit else { throw LogError.segmentMalformed }
    let body = try source.read(length)
    guard body.count == length else { throw LogError.bundleTruncated }
    guard let kind = Kind(rawValue: body[0]) else { throw LogError.segmentMalformed }
    self.init(kind, Array(body.dropFirst()))
  }
}
