package import DaybookEvents
package import LMDB

/// A file of log segments, to carry by hand: `DBB1`, a header frame, pieces of files, segments, an
/// end frame.
package enum Bundle {
  /// What every bundle begins with.
  package static let magic = Array("DBB1".utf8)

  /// Writes everything that a peer with the given heads lacks.
  ///
  /// - Parameters:
  ///   - noted: as in ``Log/segments(lackedBy:noting:_:_:withhold:_:)``, and so `withhold`.
  ///   - nextPiece: gives the pieces of the files that go along; none by default.
  /// - Returns: how many events were written.
  @discardableResult
  package static func write(
    lackedBy heads: [EventName], from log: Log, header: HeadList,
    noting noted: [ReplicaID: [UInt64: Link]] = [:], _ transaction: borrowing ReadTransaction,
    nextPiece: () throws -> BundlePiece? = { nil },
    withhold: (WithheldEvents) -> Void = { _ in },
    _ output: ([UInt8]) throws -> Void
  ) throws -> Int {
    let state = try LogState(log.tables, transaction)
    let known = try log.known(to: heads, state, transaction)
    var count = 0
    var digest = Digest()
    func write(_ bytes: [UInt8]) throws {
      digest.update(bytes)
      try output(bytes)
    }
    try write(magic)
    try write(Frame(.bundleHeader, header.encoded()).bytes)
    while let piece = try nextPiece() { try write(Frame(.file, piece.encoded).bytes) }
    try log.segments(
      lackedBy: known, noting: noted, state, transaction, withhold: withhold
    ) { segment in
      count += segment.eventCount
      try write(Frame(.segment, segment.encoded()).bytes)
    }
    try output(Frame(.end, digest.finalize()).bytes)
    return count
  }

  /// Reads a bundle piece by piece.
  package struct Reader<Source: FrameSource> {
    private var source: Source
    private var isFinished = false
    private var digest = Digest()
    /// Hears of the pieces of files that come before and among the segments.
    package var onPiece: (BundlePiece) -> Void = { _ in }
    /// Who made the bundle, when, and what he held.
    package let header: HeadList

    /// Reads up to the header.
    ///
    /// - Throws: ``LogError/notABundle``, ``LogError/newerBundle(version:)``.
    package init(_ source: Source) throws {
      self.source = source
      guard try self.source.read(4) == Bundle.magic,
        // Whatever else these bytes are, they do not begin as a bundle does.
        let frame = try? Frame(from: &self.source), frame.kind == .bundleHeader
      else {
        throw LogError.notABundle
      }
      digest.update(Bundle.magic)
      digest.update(frame.bytes)
      header = try HeadList(reading: frame.content)
    }

    /// The next segment, or nil after the last, and where nothing more can be read.
    ///
    /// - Throws: ``LogError/segmentMalformed`` for one segment, after which the next can be asked
    ///   for; ``LogError/bundleTruncated`` when the end frame never comes,
    ///   ``LogError/bundleDamaged`` when it says that something before it was changed; the
    ///   segments read are sound all the same, for each is signed.
    package mutating func next() throws -> Segment? {
      while !isFinished {
        isFinished = true
        guard let frame = try Frame(from: &source) else { throw LogError.bundleTruncated }
        if frame.kind == .end {
          guard frame.content == digest.finalize() else { throw LogError.bundleDamaged }
          return nil
        }
        guard frame.kind == .segment || frame.kind == .file else {
          throw LogError.segmentMalformed
        }
        isFinished = false
        digest.update(frame.head)
        digest.update(frame.content)
        guard frame.kind == .file else { return try Segment(reading: frame.content) }
        onPiece(try BundlePiece(reading: frame.content))
      }
      return nil
    }
  }
}
