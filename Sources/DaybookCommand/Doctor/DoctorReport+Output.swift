import Daybook
import DaybookConsole
import DaybookEvents

extension DoctorReport {
  /// `daybook.doctor/1`.
  func json(_ clock: LocalClock) -> JSON {
    [
      "schema": "daybook.doctor/1", "healthy": .bool(findings.isEmpty),
      "program": [
        "version": .string(Release.version),
        "format": .unsigned(StoreHealth.ownFormat), "lmdb": .string(StoreHealth.databaseVersion),
      ],
      "store": store,
      "views": .array(
        (health?.status.views ?? []).map { view in
          [
            "name": .string(view.name), "version": .unsigned(view.entry.codeVersion),
            "generation": .unsigned(view.entry.generation),
            "state": view.entry.position == health?.status.events ? "current" : "behind",
          ]
        }),
      "clock": [
        "lastStamp": health?.lastStamp.map { .string(clock.zoned($0).description) } ?? .null,
        "aheadMilliseconds": health?.aheadMilliseconds.map { .integer($0) } ?? .null,
        "futureEvents": count(health.map { UInt64($0.status.futureEvents) }),
      ],
      "replicas": .array(
        (health?.replicas ?? []).map { replica in
          [
            "replica": .string(replica.log), "name": .text(replica.name.bytes),
            "events": .unsigned(replica.events), "own": .bool(replica.isOwn),
            "lastStamp": .string(clock.zoned(replica.lastStamp).description),
          ]
        }),
      "waitingCommands": count(health?.status.waitingCommands),
      "unknownEvents": count(health?.status.unknownEvents),
      "impossibleEvents": count(health?.status.impossibleEvents),
      "acceptedLosses": count(health?.acceptedLosses),
      "missingFiles": count(health.map { UInt64($0.status.missingFiles) }),
      "conflicts": count(health.map { UInt64($0.status.conflicts) }),
      "network": [
        "used": .bool(!remotesBySSH.isEmpty),
        "parts": .array(
          NetworkParts.absent.map { ["name": .string($0), "state": "absent"] }
            + NetworkParts.local.map { ["name": .string($0), "state": "local"] }
            + [["name": "sync", "state": remotesBySSH.isEmpty ? "local" : "ssh"]]),
      ],
      "findings": .array(
        findings.map { finding in
          [
            "code": .string(finding.code), "message": .string(finding.message),
            "advice": .string(finding.advice),
          ]
        }),
    ]
  }

  private var store: JSON {
    [
      "path": .string(place.path), "exists": .bool(place.exists),
      "format": count(health?.format), "events": count(health?.status.events),
      "fileBytes": size(place.fileBytes), "usedBytes": size(health?.usedBytes),
      "freePages": size(health?.freePages), "pageBytes": size(health?.pageBytes),
      "mapBytes": size(health?.mapBytes),
      "permissions": place.permissions.map { .string(Self.octal($0)) } ?? .null,
      "witness": .bool(place.hasWitness),
      "fileSystem": place.fileSystem.map { .string($0) } ?? .null,
      "volumeFreeBytes": count(place.freeBytes),
    ]
  }

  private func count(_ number: UInt64?) -> JSON { number.map { .unsigned($0) } ?? .null }

  private func size(_ number: Int?) -> JSON { number.map { .integer(Int64($0)) } ?? .null }

  private static func octal(_ permissions: UInt16) -> String {
    "0" + String(permissions, radix: 8)
  }

  /// The report for people.
  func lines(_ output: Output, _ clock: LocalClock) -> [String] {
    var table = Columns([Columns.Column(""), Columns.Column("")])
    func row(_ name: String, _ value: String, _ marks: Style.Mark...) {
      table.append([Columns.Cell(name, .dim), Columns.Cell(value)])
    }
    row(
      "program",
      "daybook \(Release.version), format \(StoreHealth.ownFormat), "
        + "LMDB \(StoreHealth.databaseVersion)")
    row("store", place.exists ? place.path : "\(place.path) (none yet)")
    if let bytes = place.fileBytes { row("file", fileText(bytes)) }
    if let fileSystem = place.fileSystem {
      let free = place.freeBytes.map { ", \(ByteCount.text(Int(clamping: $0))) free" } ?? ""
      row("volume", fileSystem + free)
    }
    if let permissions = place.permissions { row("permissions", Self.octal(permissions)) }
    if place.exists {
      row("witness", place.hasWitness ? "there" : "none; the next change writes one")
    }
    if let health { add(health, clock, row: { row($0, $1) }) }
    row(
      "network",
      remotesBySSH.isEmpty
        ? "none: no part of this program can open a connection"
        : "ssh, which sync starts for " + remotesBySSH.joined(separator: ", "))
    row("", "not in this version: \(NetworkParts.absent.joined(separator: ", "))")
    row(
      "",
      "files and pipes only: \(NetworkParts.local.joined(separator: ", ")), sync through folders")
    return table.lines(width: output.width, style: output.style) + [""] + verdict(output)
  }

  private func fileText(_ bytes: Int) -> String {
    guard let health else { return ByteCount.text(bytes) }
    return "\(ByteCount.text(bytes)), \(ByteCount.text(health.usedBytes)) used, "
      + "\(health.freePages) free pages; map \(ByteCount.text(health.mapBytes))"
  }

  private func add(
    _ health: StoreHealth, _ clock: LocalClock, row: (String, String) -> Void
  ) {
    let status = health.status
    row("events", "\(status.events) in format \(health.format), \(status.conflicts) conflicts")
    if health.acceptedLosses > 0 {
      row(
        "losses", "\(health.acceptedLosses) events were lost for good, and accepted as lost")
    }
    row(
      "clock",
      health.lastStamp.map { last in
        "last change \(TimeText(clock).text(last)), \(status.futureEvents) from the future"
      } ?? "no change yet")
    row(
      "waiting",
      "\(status.waitingCommands) commands; \(status.unknownEvents) events of unknown kinds")
    for (index, replica) in health.replicas.enumerated() {
      let own = replica.isOwn ? ", this one" : ""
      row(
        index == 0 ? "replicas" : "",
        "\(VisibleText.line(replica.name.bytes)) \(replica.log): \(replica.events) events\(own)")
    }
    for (index, view) in status.views.enumerated() {
      let state = view.entry.position == status.events ? "current" : "behind"
      row(
        index == 0 ? "views" : "",
        "\(view.name): version \(view.entry.codeVersion), generation \(view.entry.generation), "
          + state)
    }
  }

  private func verdict(_ output: Output) -> [String] {
    guard !findings.isEmpty else {
      let what = place.exists ? "All is well." : "All is well; capture something to begin."
      return [output.style.marked(what, .green)]
    }
    return findings.flatMap { finding in
      [
        output.style.marked("! " + VisibleText.line(finding.message), .yellow),
        "  " + VisibleText.line(finding.advice),
      ]
    }
  }
}
