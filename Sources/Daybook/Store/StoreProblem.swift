import DaybookEvents
package import DaybookLog

/// One thing that verifying a store found to be wrong.
package enum StoreProblem: Equatable, Sendable {
  /// In the log.
  case log(LogProblem)
  /// A row that follows from the events, in words.
  case derivedRow(String)
  /// The file ends before its pages do.
  case shortFile(bytes: Int, needed: Int)
  /// A view is not what its events give; in no place where only its fingerprint is not.
  case view(ViewName, places: Int)

  /// What it is, for programs.
  package enum Code: String, Sendable {
    case damagedEvent, missingPosition, brokenChain, wrongHead, wrongSignature
    case missingIndexEntry, wrongIndexEntry, wrongLeastStamp, missingPayload, rolledBack
    case wrongDerivedRow, shortFile, wrongView, wrongFingerprint
    /// Something that ends the verification itself.
    case unreadable

    /// Whether it follows from sound events, so that building anew mends it.
    package var isMendedByRebuild: Bool {
      switch self {
      case .wrongLeastStamp, .wrongView, .wrongFingerprint: true
      case .damagedEvent, .missingPosition, .brokenChain, .wrongHead, .wrongSignature,
        .missingIndexEntry, .wrongIndexEntry, .missingPayload, .rolledBack,
        .wrongDerivedRow, .shortFile, .unreadable:
        false
      }
    }
  }

  /// What it is, for programs.
  package var code: Code {
    switch self {
    case .log(let problem): problem.code
    case .derivedRow: .wrongDerivedRow
    case .shortFile: .shortFile
    case .view(_, let places): places > 0 ? .wrongView : .wrongFingerprint
    }
  }

  /// The position of the event that it is about; nil of what is about no single one.
  package var position: UInt64? {
    guard case .log(let problem) = self else { return nil }
    switch problem {
    case .damagedEvent(let position), .missingPosition(let position),
      .missingIndexEntry(let position), .wrongIndexEntry(let position),
      .missingPayload(let position):
      return position
    case .brokenChain, .wrongHead, .wrongSignature, .wrongLeastStamp, .behindWitness: return nil
    }
  }

  /// The problem for people.
  package var words: String {
    switch self {
    case .log(let problem): problem.words
    case .derivedRow(let words): words
    case .shortFile(let bytes, let needed):
      "The store's file ends too early: it has \(bytes) of \(needed) bytes."
    case .view(let view, let places):
      places > 0
        ? "The view \(view.rawValue) differs in \(places) places from its events; rebuild mends it."
        : "The fingerprint of the view \(view.rawValue) is wrong; rebuild mends it."
    }
  }
}

extension LogProblem {
  fileprivate var code: StoreProblem.Code {
    switch self {
    case .damagedEvent: .damagedEvent
    case .missingPosition: .missingPosition
    case .brokenChain: .brokenChain
    case .wrongHead: .wrongHead
    case .wrongSignature: .wrongSignature
    case .missingIndexEntry: .missingIndexEntry
    case .wrongIndexEntry: .wrongIndexEntry
    case .wrongLeastStamp: .wrongLeastStamp
    case .missingPayload: .missingPayload
    case .behindWitness: .rolledBack
    }
  }

  /// The problem for people.
  fileprivate var words: String {
    switch self {
    case .damagedEvent(let position):
      "The event at position \(position) is not what was written."
    case .missingPosition(let position): "The event at position \(position) is missing."
    case .brokenChain(let replica, let sequence):
      "Event \(sequence) of \(replica) does not follow the one before it."
    case .wrongHead(let replica, let sequence):
      "The log of \(replica) does not end at \(sequence) as it should."
    case .wrongSignature(let replica, let sequence):
      "The signature of \(replica) at \(sequence) does not fit."
    case .missingIndexEntry(let position):
      "The event at position \(position) is missing from the history of its thing."
    case .wrongIndexEntry(let position):
      "The history of a thing names position \(position), where no event of it is."
    case .wrongLeastStamp(let position):
      "What is kept of the times of the events up to position \(position) is wrong. No event is "
        + "lost, but the past may show too few; rebuild mends it."
    case .missingPayload(let position):
      "The event at position \(position) was emptied, and nothing here erased it."
    case .behindWitness(let sequence):
      "The store was rolled back: it once held \(sequence) events of its own. "
        + "Merge another machine, or a copy, that has them."
    }
  }
}
