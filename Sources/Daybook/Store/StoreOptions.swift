import DaybookScheduler
import DaybookSystem

/// How a store is opened. Clock and randomness come from outside, so that tests decide them.
public struct StoreOptions: Sendable {
  /// The wall clock, milliseconds since 1970.
  public var now: @Sendable () -> Int64
  /// Minutes east of UTC at a time.
  public var offsetMinutes: @Sendable (Int64) -> Int
  /// Random bits for keys, ids and digests: the system's, but in tests. It is asked once for each
  /// use, so what a test hands out must go on where it stopped, and differ from store to store: the
  /// same bits again would be the same key and the same ids again.
  public var random: @Sendable () -> any RandomNumberGenerator & Sendable
  /// The human name of a replica that is created.
  public var replicaName: String
  /// Whether a store is made where there is none.
  public var createsMissing = true
  /// Whether a store whose file ends early is opened all the same, to look at it.
  public var allowsShortFile = false
  /// Whether nothing shall be written, not even to bring views up to date.
  public var isReadOnly = false
  /// The hour at which a study day begins, where the person has set none.
  public var rolloverHour = StudyDay.usualRolloverHour
  /// Called once when another process keeps the store locked, with its process id.
  public var onWriterBusy: (@Sendable (Int32) -> Void)?

  /// Called when the store goes on under a new id: once, after that is kept.
  public var onNewIdentity: (@Sendable (NewIdentityReason) -> Void)?
  /// Called once for a view, by its name, in which something is not what was written: what is shown
  /// is folded from the log, and the next change mends it.
  public var onDamagedView: (@Sendable (_ view: String) -> Void)?
  /// What tells the place of a store from all others, so that a copy is noticed at its first write;
  /// nil where nothing does.
  public var home: @Sendable (_ path: String) -> [UInt8]?

  /// The system's clock, time zone and random source.
  public init(replicaName: String) {
    self.replicaName = replicaName
    now = { SystemClock.nowMilliseconds() }
    offsetMinutes = { LocalTime.offsetMinutes(atMilliseconds: $0) }
    random = { SystemRandomNumberGenerator() }
    home = { Store.home(of: $0) }
  }
}
