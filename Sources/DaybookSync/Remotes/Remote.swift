package import Daybook
package import DaybookEvents

/// Somewhere logs are exchanged: a folder, a machine behind ssh. Whatever is done with one may fail
/// at any point, and is done again from where it came to.
package protocol Remote {
  /// Where the events come from that a store lacks.
  associatedtype Source: SegmentSource

  /// Makes sure that it is there and can be exchanged with.
  ///
  /// - Parameter isNew: whether it is added now, and may be made where there is none.
  /// - Throws: ``RemoteError``.
  mutating func open(isNew: Bool) throws

  /// What it holds that a store lacks; parts that cannot be read are passed over.
  ///
  /// - Throws: ``RemoteError``.
  mutating func segments(lackedBy store: Store) throws -> Source

  /// Takes over what a store has, what it took over from others included, and the remote lacks.
  /// Called once ``segments(lackedBy:)`` has been merged.
  ///
  /// - Returns: how many events that were.
  /// - Throws: ``RemoteError``. What was taken over stays.
  mutating func publish(from store: Store) throws -> PublishReport

  /// Brings the contents of files that notes show to where they lack, both ways.
  ///
  /// - Returns: how many came here, and how many were published.
  mutating func exchangeMedia(with store: Store) throws -> MediaReport

  /// How far it holds each log, by the last event that is there without a gap before it: of what
  /// a store has too.
  ///
  /// - Throws: ``RemoteError``.
  mutating func heads(of store: Store) throws -> [EventName]

  /// Ends what ``open(isNew:)`` began.
  mutating func close() throws

  /// Parts that could not be read.
  var problems: [RemoteProblem] { get }
}

/// What was published.
package struct PublishReport: Equatable, Sendable {
  /// Events that the remote had not.
  package var events = 0
  /// Events that are not sent because some are damaged here.
  package var withheldEvents: UInt64 = 0

  /// Nothing.
  package init() {}
}

/// Files that notes show, and that were exchanged.
package struct MediaReport: Equatable, Sendable {
  /// Those that came here.
  package var received = 0
  /// Those that the remote had not.
  package var published = 0

  /// None.
  package init() {}
}

/// Why something at a remote could not be read. It stays there, and is tried again.
package enum RemoteProblem: Equatable, Sendable {
  /// A file is not there whole, yet or any more.
  case incomplete(file: String)
  /// A file is not what it was.
  case damaged(file: String)
  /// A file is of a newer program.
  case newer(file: String)
  /// The daybook on another machine is too old to take over what it lacks.
  case older(host: String)
}

/// Why nothing can be exchanged with a remote at the moment. What was exchanged before stays.
package enum RemoteError: Error, Equatable, Sendable {
  /// It is not there: a folder on a stick that is not plugged in, a machine that is off.
  case unreachable(path: String)
  /// There is something else where it should be.
  case notARemote(path: String)
  /// It was made by a newer program.
  case newer(path: String)
  /// It may not be read or written.
  case notPermitted(path: String)
  /// It has no room left.
  case full(path: String)
  /// Reading or writing it failed.
  case failed(path: String)
  /// This machine has no network.
  case offline(host: String)
  /// Another machine cannot be reached, or lets nobody in.
  case hostUnreachable(host: String)
  /// There is no daybook on another machine, or not where it is looked for.
  case noDaybook(host: String)
  /// The daybook on another machine could not do what it was asked for, and has said why.
  case refused(host: String)
  /// The way to another machine was cut.
  case interrupted(host: String)
  /// The program that leads to other machines is not here.
  case noProgram(String)

  /// Whether it may go by itself, so that trying again helps.
  package var passes: Bool {
    switch self {
    case .unreachable, .failed, .offline, .hostUnreachable, .interrupted: true
    case .notARemote, .newer, .notPermitted, .full, .noDaybook, .refused, .noProgram: false
    }
  }
}
