import DaybookEvents
public import DaybookLog

/// What taking over events from elsewhere did, or would do.
public struct MergeReport: Sendable {
  /// Events read, applied, known already; commands that now wait.
  package var receipt = ReceiptSummary()
  /// What it changed in the store.
  public internal(set) var changes = StoreChanges()
  /// All conflicts there are afterwards.
  public internal(set) var conflicts: [Conflict] = []
  /// Commands kept until what they were written on top of arrives; all there are.
  public internal(set) var waitingCommands: UInt64 = 0
  /// Those of them that wait because what they fold anew is damaged here.
  package var unfoldableCommands = 0
  /// The fingerprint afterwards.
  public internal(set) var fingerprint = ""
  /// Segments that were refused, and why; the sound ones were taken.
  package var refusals: [LogError] = []
  /// How the process ended that read the other store, where it ended early and has told why.
  package var peerFailure: PeerFailure?
  /// Machines of which nothing was here before.
  public internal(set) var firstContacts: [FirstContact] = []
  /// Names that several collections or decks bear since then.
  package var doubledNames: [DoubledName] = []
  /// Events that an erasure took, or that came without what they once said.
  public internal(set) var erasedEvents: UInt64 = 0
  /// Contents of files that notes show, which came along and were not here.
  package var files = 0
  /// Whether this store goes on under a new id, because a copy of it also writes under the old.
  public internal(set) var tookNewIdentity = false
  /// Clocks of machines whose events came that run ahead of this one's, and that was not told yet.
  package var fastClocks: [FastClock] = []
  /// Whether what it changed cannot be told, because views and events here are damaged.
  package var hasUnreadableViews = false
  /// The position of the first event that was applied; nil before.
  var firstPosition: UInt64?
  /// Whether the views were left behind the log, to be built at the end.
  var leftViewsBehind = false

  init() {}

  /// Why parts were refused: damaged, or not by whom they say. The sound parts were taken.
  public var problems: [StoreFailure] { refusals.map { StoreFailure($0) ?? .damaged } }
  /// Events read, known already or not.
  public var receivedEvents: Int { receipt.receivedEvents }
  /// Events that were new here and are applied.
  public var appliedEvents: Int { receipt.appliedEvents }
  /// Events that were damaged here and are as they were written again.
  package var mendedEvents: Int { receipt.mendedEvents }
  /// Events that were here already.
  public var duplicateEvents: Int { receipt.duplicateEvents }
}

/// Where segments come from: a bundle, another store, a hub.
package protocol SegmentSource {
  /// The next segment, or nil after the last. After an error that is about one segment it can be
  /// called again; after any other it returns nil.
  mutating func nextSegment() throws -> Segment?
  /// The commands of the next segment, proven; as ``nextSegment()``.
  mutating func nextCommands() throws -> [ReceivedCommand]?
}

extension SegmentSource {
  /// The commands of the next segment, after its chain and signature were checked.
  package mutating func nextCommands() throws -> [ReceivedCommand]? {
    try nextSegment()?.verified()
  }
}

/// Segments already in memory as a source.
package struct SegmentList: SegmentSource {
  private var segments: ArraySlice<Segment>

  /// Hands out the segments in order.
  package init(_ segments: [Segment]) { self.segments = segments[...] }

  /// The next segment, or nil after the last.
  package mutating func nextSegment() -> Segment? { segments.popFirst() }
}

extension Bundle.Reader: SegmentSource {
  /// The next segment, or nil after the last.
  package mutating func nextSegment() throws -> Segment? { try next() }
}
