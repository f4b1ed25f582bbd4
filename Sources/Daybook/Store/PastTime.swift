public import DaybookEvents

/// A moment in the past to look at the store from.
///
/// There are two pasts. On the *timeline* everything counts that is known today to have been true
/// then, whichever machine it came from and whenever it came. What this machine *knew* is what it
/// would have shown then: what others wrote counts from its arrival on.
public enum PastTime: Equatable, Sendable {
  /// On the timeline, at a time in milliseconds since 1970.
  case timeline(Int64)
  /// On the timeline, just after the command that ends with this stamp.
  case after(Stamp)
  /// What this machine knew at a time in milliseconds since 1970.
  case known(Int64)
  /// What this machine knew just after it had applied the event at a position of its log.
  case arrived(position: UInt64)
}
