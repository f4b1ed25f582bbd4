import DaybookConsole

/// What a repair found and did.
struct RepairReport {
  private let first: RepairLook
  /// How the store is now.
  var last: RepairLook
  /// Where the damaged file was kept.
  var keptFile: String?
  private var lost: UInt64 = 0
  private var given: [RepairLook.Missing] = []
  private var reissued: UInt64 = 0
  private var replica: String?
  private var problems: [String] = []

  init(_ look: RepairLook) { (first, last) = (look, look) }

  /// Whether nothing is wrong any more.
  var isSound: Bool { last.isSound }

  /// Notes what was given up of a store that had gone back in time.
  mutating func accept(_ answer: RepairAnswer) {
    given = RepairLook.Missing.all(answer)
    lost = answer.value("lost").flatMap { UInt64($0) } ?? 0
    replica = answer.value("replica")
  }

  /// Notes what making the store anew came to.
  mutating func note(_ answer: RepairAnswer) {
    problems = answer.values("problem").compactMap(\.first)
    guard answer.value("made") != nil else { return }
    given = RepairLook.Missing.all(answer)
    lost = answer.value("lost").flatMap { UInt64($0) } ?? 0
    reissued = answer.value("reissued").flatMap { UInt64($0) } ?? 0
    replica = answer.value("replica")
  }

  private var repaired: Int { max(0, first.damages.count - last.damages.count) }

  /// `daybook.repair/1`.
  var json: JSON {
    [
      "schema": "daybook.repair/1", "sound": .bool(isSound),
      "damaged": .array(
        first.damages.map { ["where": .string($0.place), "what": .string($0.what)] }),
      "repaired": .integer(Int64(repaired)), "lost": .unsigned(lost),
      "lostEvents": .array(given.map(Self.json)),
      "missingEvents": .array(last.missing.map(Self.json)),
      "rewrittenEvents": .unsigned(reissued),
      "keptFile": keptFile.map { .string($0) } ?? .null,
      "newReplica": replica.map { .string($0) } ?? .null,
      "advice": advice.isEmpty ? .null : .string(advice.joined(separator: " ")),
    ]
  }

  private static func json(_ missing: RepairLook.Missing) -> JSON {
    [
      "replica": .string(missing.replica), "first": .unsigned(missing.first),
      "last": .unsigned(missing.last),
    ]
  }

  private static let shownLimit = 20

  /// The report for people.
  var lines: [String] {
    guard !first.isSound else { return ["Nothing is damaged."] }
    var lines = first.damages.prefix(Self.shownLimit).map { "\($0.place): \($0.what)" }
    if first.damages.count > Self.shownLimit {
      lines.append("And \(first.damages.count - Self.shownLimit) more; --json lists all.")
    }
    lines += problems.prefix(Self.shownLimit)
    if isSound {
      lines.append(
        lost > 0
          ? "What is left is sound: verify finds nothing wrong now."
          : "All of it is mended: verify finds nothing wrong now.")
    } else if repaired > 0 {
      lines.append("\(repaired) of it mended; the rest is as it was.")
    } else {
      lines.append("Nothing was changed.")
    }
    if lost > 0 {
      let places = given.prefix(Self.shownLimit).map(\.words).joined(separator: ", ")
      lines.append("\(lost) \(lost == 1 ? "event is" : "events are") gone for good: \(places).")
    }
    if reissued > 0 {
      lines.append(
        "\(reissued) \(reissued == 1 ? "event" : "events") after that, still readable, "
          + "\(reissued == 1 ? "was" : "were") written anew.")
    }
    if let replica { lines.append("The store goes on under a new id, \(replica).") }
    if let keptFile {
      lines.append("The damaged file is kept as \(VisibleText.line(keptFile)).")
    }
    return lines + advice
  }

  /// What can be done about what is left.
  private var advice: [String] {
    guard !isSound else { return [] }
    guard !last.missing.isEmpty || last.isRollbackAlone else {
      return ["Go back to a backup, or merge from another machine into a new store."]
    }
    var advice = [
      "Get back what is lost with repair --from: the folder of another machine's store, a bundle, "
        + "or a backup."
    ]
    if last.unlinked > 0 {
      advice.append("\(last.unlinked) events that follow it can be read, and are kept.")
    }
    advice.append(
      "If nobody has it, repair --accept-loss goes on without it. Meanwhile everything else works.")
    return advice
  }
}
