import Daybook
import DaybookConsole
import DaybookEvents
import DaybookSync

/// What the doctor saw, and what of it wants attention.
struct DoctorReport {
  /// Something that wants attention.
  struct Finding {
    /// A name for scripts.
    let code: String
    /// What is so.
    let message: String
    /// What to do.
    let advice: String
  }

  let place: StorePlace
  let health: StoreHealth?
  /// The remotes that are reached by ssh.
  let remotesBySSH: [String]
  private(set) var findings: [Finding] = []

  /// Judges what was seen.
  ///
  /// - Parameters:
  ///   - health: nil where the store was not or could not be opened.
  ///   - failure: why it could not.
  ///   - isOlder: that is because an older program wrote it.
  init(
    _ place: StorePlace, _ health: StoreHealth?, remotes: [RemoteRecord] = [],
    failure: Explanation? = nil, isOlder: Bool = false
  ) {
    self.place = place
    self.health = health
    remotesBySSH = remotes.filter(\.address.isSSH).map(\.name)
    if let failure, isOlder {
      add("olderStore", failure.whatHappened, failure.nextStep)
    } else if let failure {
      add(
        "unreadable", failure.whatHappened,
        "Run repair: it says what is damaged, and mends what can be mended.")
    }
    if place.exists { judgePlace() }
    if let health { judge(health) }
  }

  private mutating func add(_ code: String, _ message: String, _ advice: String) {
    findings.append(Finding(code: code, message: message, advice: advice))
  }

  private static let littleSpace: UInt64 = 64 << 20

  private mutating func judgePlace() {
    if place.isNetwork {
      add(
        "networkDrive", "The store lies on a network drive, so it is only read.",
        "Move it to a local disk, and carry bundles between machines.")
    }
    if place.isOpenToOthers {
      add(
        "openToOthers", "Other users of this machine can read the store.",
        "Take that away with chmod go= on the folder and its files.")
    }
    if let free = place.freeBytes, free < Self.littleSpace {
      add(
        "littleSpace", "The disk has only \(ByteCount.text(Int(clamping: free))) left.",
        "Free some space: what can't be written can't be kept.")
    }
  }

  private mutating func judge(_ health: StoreHealth) {
    let status = health.status
    if health.format > StoreHealth.ownFormat {
      add(
        "newerStore", "A newer daybook has written this store, so it can only be read.",
        "Install the newer version.")
    }
    if health.fileBytes < health.expectedFileBytes {
      add(
        "shortFile",
        "The store's file has \(health.fileBytes) of \(health.expectedFileBytes) bytes.",
        "Run repair: it says what is damaged, and mends what can be mended.")
    }
    if health.isRolledBack {
      add(
        "rolledBack", "The store lacks events that were written in this folder.",
        "Merge another machine, or a copy, that has them; "
          + "if nobody has, run repair --accept-loss.")
    }
    for view in status.views
    where ViewName(rawValue: view.name)?.schema.codeVersion != view.entry.codeVersion
      || view.entry.position < status.events
    {
      add(
        "staleView", "The view \(view.name) was built by another version or is behind.",
        "Run rebuild \(view.name).")
    }
    judgeClock(health)
    count(
      "waitingCommands", status.waitingCommands, "wait for changes they were written on top of",
      "Merge the machine that has those.", unit: "commands")
    count(
      "unknownEvents", status.unknownEvents, "come from a newer daybook, and are kept for later",
      "Install the newer version.")
    count(
      "impossibleEvents", status.impossibleEvents, "were made by a program that breaks the rules",
      "They count for nothing; see log for the machine they come from.")
    count(
      "missingFiles", UInt64(status.missingFiles), "that notes show are not here",
      "Merge the folder of the machine that has them, or add them again with media add.",
      unit: "files")
  }

  private static let toleratedSkew: Int64 = 2 * 60_000

  private mutating func judgeClock(_ health: StoreHealth) {
    if let ahead = health.aheadMilliseconds, ahead > Self.toleratedSkew {
      add(
        "clockBehind", "This machine's clock is behind the last change by \(TimeSpan.text(ahead)).",
        "Set the clock, if it is wrong; nothing is lost either way.")
    }
    for wrong in health.wrongClocks { judge(wrong) }
    // What a day of grace covers, or nobody can be blamed for.
    guard health.wrongClocks.isEmpty else { return }
    count(
      "futureEvents", UInt64(health.status.futureEvents),
      "are stamped over a day ahead of this machine's clock",
      "See log for the machine they come from, and set its clock.")
  }

  private mutating func judge(_ wrong: WrongClock) {
    let span = TimeSpan.text(wrong.aheadMilliseconds)
    let name = VisibleText.line(wrong.name.bytes)
    let whose = wrong.isOwn ? "This machine's clock" : "The clock of \(name) (\(wrong.replica))"
    let dated =
      wrong.events == 1
      ? "One of its changes (\(wrong.first)) is"
      : "\(wrong.events) of its changes, from \(wrong.first) on, are"
    add(
      "wrongClock",
      "\(whose) ran \(span) ahead. \(dated) dated in the future: they stand before everything in "
        + "time, and win over what others write without having seen them. Nothing is lost.",
      "Set the clock of that machine, then date them anew with: "
        + "daybook clock correct \(wrong.replica)")
  }

  private mutating func count(
    _ code: String, _ number: UInt64, _ what: String, _ advice: String, unit: String = "events"
  ) {
    if number > 0 { add(code, "Some \(unit) (\(number)) \(what).", advice) }
  }
}

/// What of this program could speak to other machines. Nothing below the parts listed here opens
/// a connection: the tests of the house rules see to that. `sync` starts ssh where a remote says
/// so.
enum NetworkParts {
  /// The parts that a person may have heard of, none of which this version has.
  static let absent = ["web", "hub", "assist"]
  /// What goes between machines without a connection of ours.
  static let local = ["merge", "bundle", "exchange"]
}
