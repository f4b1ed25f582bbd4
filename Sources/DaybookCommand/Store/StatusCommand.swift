import ArgumentParser
import Daybook
import DaybookConsole
import DaybookEvents
import DaybookSync

/// `daybook status`: how the store stands.
struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show how this store stands; equal fingerprints mean equal stores.",
    discussion: """
      EXAMPLES
        daybook status
        daybook status --json
      """)

  @OptionGroup var store: StoreArguments

  func run() throws {
    let store = try store.openForReading(readsNothing: false)
    let status = try store.status()
    let remotes = try store.remoteStatuses()
    self.store.output.show(document(status, remotes)) {
      lines(status, store) + remotes.map { line($0, store) }
    }
  }

  private func document(_ status: StoreStatus, _ remotes: [RemoteStatus]) -> JSON {
    [
      "schema": "daybook.status/1", "replica": .string(status.replica.description),
      "replicaName": .text(status.name.bytes), "events": .integer(Int64(clamping: status.events)),
      "vector": .object(
        status.vector.map { ($0.log, .integer(Int64(clamping: $0.sequence))) }),
      "fingerprint": .string(status.fingerprint),
      "views": .array(
        status.views.map { view in
          .object([
            ("name", .string(view.name)),
            ("version", .integer(Int64(clamping: view.entry.codeVersion))),
            ("generation", .integer(Int64(clamping: view.entry.generation))),
            ("state", .string(view.entry.position == status.events ? "current" : "behind")),
          ])
        }),
      "conflicts": .integer(Int64(status.conflicts)),
      "futureEvents": .integer(Int64(status.futureEvents)),
      "waitingCommands": .integer(Int64(clamping: status.waitingCommands)),
      "unknownEvents": .integer(Int64(clamping: status.unknownEvents)),
      "impossibleEvents": .integer(Int64(clamping: status.impossibleEvents)),
      "erasedEvents": .integer(Int64(clamping: status.erasedEvents)),
      "missingFiles": .integer(Int64(status.missingFiles)),
      "remotes": .array(
        remotes.map { remote in
          .object([
            ("name", .string(remote.record.name)), ("state", .string(remote.state.rawValue)),
            ("pendingUpload", .integer(Int64(clamping: remote.pendingEvents))),
            (
              "lastSyncedAt",
              remote.record.lastSync.map { .time($0, offsetMinutes: 0) } ?? .null
            ),
            ("attempts", .integer(Int64(clamping: remote.record.failures))),
          ])
        }),
    ]
  }

  private func line(_ remote: RemoteStatus, _ store: Store) -> String {
    let times = TimeText(TimeReading(store).clock)
    let pending = Count.text(Int(clamping: remote.pendingEvents), "event")
    let state =
      switch remote.state {
      case .synced: "in step"
      case .pending:
        remote.pendingEvents == 0 ? "to be tried again by sync" : "\(pending) to send"
      case .offline: SyncMessage.workingOffline.text
      case .failed: "needs a look: run daybook sync \(remote.record.name)"
      }
    let last = remote.record.lastSync.map { ", last in step \(times.text($0))" } ?? ""
    let stop = state.hasSuffix(".") ? String(state.dropLast()) : state
    return "\(VisibleText.line(remote.record.name)): \(stop)\(last)"
  }

  private func lines(_ status: StoreStatus, _ store: Store) -> [String] {
    var lines = [
      "\(VisibleText.line(status.name.bytes)) (\(status.replica)) in "
        + VisibleText.line(store.path),
      "\(status.events) events in \(status.vector.count)"
        + (status.vector.count == 1 ? " log" : " logs") + ", fingerprint \(status.fingerprint)",
    ]
    func add(_ count: Int, _ one: String, _ many: String) {
      if count > 0 { lines.append("\(count) \(count == 1 ? one : many)") }
    }
    add(status.conflicts, "conflict: see daybook conflicts", "conflicts: see daybook conflicts")
    add(
      Int(clamping: status.waitingCommands),
      "command waits for changes it was written on top of; merge the machine that has them",
      "commands wait for changes they were written on top of; merge the machine that has them")
    add(
      status.futureEvents, "event from a clock that was over a day ahead",
      "events from a clock that was over a day ahead")
    add(
      Int(clamping: status.unknownEvents),
      "event from a newer daybook, kept for when this one is upgraded",
      "events from a newer daybook, kept for when this one is upgraded")
    add(
      status.missingFiles, "file that notes show is not here: see daybook media list --missing",
      "files that notes show are not here: see daybook media list --missing")
    return lines
  }
}
