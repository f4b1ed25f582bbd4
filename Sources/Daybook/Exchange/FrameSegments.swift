package import DaybookLog

/// Segments in frames, up to an end.
package struct FrameSegments<Source: FrameSource>: SegmentSource {
  /// What they are read from.
  package private(set) var source: Source
  private var isFinished: Bool

  /// Reads the frames of a source.
  ///
  /// - Parameter isFinished: whether there are none.
  package init(_ source: Source, isFinished: Bool = false) {
    (self.source, self.isFinished) = (source, isFinished)
  }

  /// The next segment, or nil after the last.
  ///
  /// - Throws: ``LogError/exchangeFailed`` when something else comes, or nothing.
  package mutating func nextSegment() throws -> Segment? {
    if isFinished { return nil }
    isFinished = true
    guard let frame = try Frame(from: &source) else { throw LogError.exchangeFailed }
    switch frame.kind {
    case .segment:
      isFinished = false
      return try Segment(reading: frame.content)
    case .end: return nil
    default: throw LogError.exchangeFailed
    }
  }
}
