import DaybookEvents
import LMDB

/// Sending what is sound of a log of which some is damaged.
///
/// A segment begins at a known link and ends at a signed one. Around damage both are found where
/// they can be: links at checkpoints, at the start, and as far as the witness noted them; a
/// signature at any command of this store's own log. Whoever receives such segments has the
/// damaged event already, or lets what follows it wait.
struct SoundSegments {
  let log: Log
  let state: LogState
  /// Links that were noted beside the store, by replica and sequence: they prove themselves where
  /// the next event follows them.
  let noted: [ReplicaID: [UInt64: Link]]
  /// The key of this store; nil where it cannot be read.
  let key: ReplicaKey?

  /// Sequences that are sound, whole commands, and how they begin.
  private struct Piece {
    var first: UInt64
    var last: UInt64
    var previous: Link
  }

  /// The segments that can be made of a stretch between two signatures.
  ///
  /// - Returns: the segments, and what is kept back.
  func segments(
    after from: UInt64, to end: Checkpoint, in number: LogNumber,
    _ transaction: borrowing ReadTransaction
  ) throws -> (segments: [Segment], withheld: [WithheldEvents]) {
    let record = state.logs[Int(number)]
    var segments: [Segment] = []
    var withheld: [WithheldEvents] = []
    var next = from + 1
    func withhold(before sequence: UInt64) {
      guard next < sequence else { return }
      withheld.append(
        WithheldEvents(replica: record.replica, sequences: next...sequence - 1))
    }
    for range in try soundCommands(from + 1...end.sequence, in: number, transaction) {
      guard let piece = try piece(range, in: number, transaction),
        let signature = try signature(of: piece, end, in: number, transaction)
      else { continue }
      withhold(before: piece.first)
      var segment = Segment(
        publicKey: record.publicKey, name: record.name, firstSequence: piece.first,
        previous: piece.previous, events: [], signature: signature)
      try log.append(piece.first, piece.last, number, to: &segment, state, transaction)
      segments.append(segment)
      next = piece.last + 1
    }
    withhold(before: end.sequence + 1)
    return (segments, withheld)
  }

  /// The longest ranges of sequences whose events are all sound and make whole commands.
  private func soundCommands(
    _ sequences: ClosedRange<UInt64>, in number: LogNumber,
    _ transaction: borrowing ReadTransaction
  ) throws -> [ClosedRange<UInt64>] {
    var found: [ClosedRange<UInt64>] = []
    var (start, command): (UInt64?, UInt64?) = (nil, nil)
    var end = sequences.lowerBound
    func close() {
      if let first = start, end > first { found.append(first...end - 1) }
      (start, command) = (nil, nil)
    }
    for sequence in sequences {
      guard let header = try header(sequence, in: number, transaction) else {
        close()
        continue
      }
      if header.commandFirst == sequence { command = sequence }
      // The rest of a command that begins before, or is damaged.
      guard command == header.commandFirst else {
        close()
        continue
      }
      if start == nil { (start, end) = (sequence, sequence) }
      if sequence == header.commandFirst + header.commandSize - 1 { end = sequence + 1 }
    }
    close()
    return found
  }

  private func header(
    _ sequence: UInt64, in number: LogNumber, _ transaction: borrowing ReadTransaction
  ) throws -> EventHeader? {
    guard let position = try log.position(of: sequence, in: number, state, transaction) else {
      return nil
    }
    // Damaged, or not there.
    return try? log.event(at: position, transaction)?.header
  }

  /// How the events of a range are linked to what is before: from the first of them on after which
  /// a link is known.
  private func piece(
    _ range: ClosedRange<UInt64>, in number: LogNumber, _ transaction: borrowing ReadTransaction
  ) throws -> Piece? {
    do {
      let link = try log.link(at: range.lowerBound - 1, in: number, state, transaction)
      return Piece(first: range.lowerBound, last: range.upperBound, previous: link)
    } catch LogError.damaged {
      let known = noted[state.logs[Int(number)].replica] ?? [:]
      for sequence in range {
        guard let link = known[sequence - 1],
          try header(sequence, in: number, transaction)?.commandFirst == sequence,
          try log.follows(link, sequence, in: number, state, transaction)
        else { continue }
        return Piece(first: sequence, last: range.upperBound, previous: link)
      }
      return nil
    }
  }

  private func signature(
    of piece: Piece, _ end: Checkpoint, in number: LogNumber,
    _ transaction: borrowing ReadTransaction
  ) throws -> [UInt8]? {
    if piece.last == end.sequence { return end.signature }
    guard let key, key.replica == state.logs[Int(number)].replica else { return nil }
    var link = piece.previous
    for sequence in piece.first...piece.last {
      guard let position = try log.position(of: sequence, in: number, state, transaction) else {
        return nil
      }
      link = try log.next(link, position, transaction)
    }
    return try key.sign(link)
  }
}
