import Daybook
package import DaybookLog

/// Segments that another side sends, kept as they come, so that what was looked at before it is
/// taken need not be sent twice; where they are long they are not kept.
package final class KeptSegments: SegmentSource {
  /// How much is kept at most.
  private static let byteLimit = 8 << 20

  private var live: FrameSegments<PeerSession>?
  private var kept: [Segment] = []
  private var byteCount = 0
  private var next = 0
  /// Whether all that came is kept, and nothing more comes.
  private(set) var isWhole = false

  /// - Parameter live: where they come from; nil for none.
  init(_ live: FrameSegments<PeerSession>?) {
    self.live = live
    isWhole = live == nil
  }

  /// Hears all that is still to come, so that something else can be said, and begins anew with the
  /// first of those that are kept.
  func rewind() throws {
    while try nextSegment() != nil {}
    next = 0
  }

  /// The next segment, or nil after the last.
  package func nextSegment() throws -> Segment? {
    if next < kept.count {
      next += 1
      return kept[next - 1]
    }
    guard let segment = try live?.nextSegment() else {
      isWhole = isWhole || live != nil && byteCount <= Self.byteLimit
      live = nil
      return nil
    }
    byteCount += segment.content.count
    if byteCount > Self.byteLimit {
      kept = []
    } else {
      kept.append(segment)
    }
    next = kept.count
    return segment
  }
}
