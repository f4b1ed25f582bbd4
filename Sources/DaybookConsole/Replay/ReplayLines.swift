package import Daybook
import DaybookEvents

/// Frames of a replay as JSON and as lines for people.
package struct ReplayLines {
  private let clock: LocalClock
  private let style: Style
  private let zone: ShownZone
  /// Whether what changes is named: not where there is one thing only.
  private let namesThings: Bool

  /// Shows times where the person is.
  package init(
    _ clock: LocalClock, _ style: Style, _ zone: ShownZone = .reader, namesThings: Bool
  ) {
    self.clock = clock
    self.style = style
    self.zone = zone
    self.namesThings = namesThings
  }

  /// `daybook.frame/1`: one command, with what it changed in words and field by field.
  package func json(
    _ frame: PlaybackFrame, _ number: Int, of count: Int, _ accounts: [EventAccount]
  ) -> JSON {
    let plain = ChangeWords(clock, .plain)
    let first = accounts.first?.entry
    let header = first?.header
    return [
      "schema": "daybook.frame/1", "frame": .integer(Int64(number)),
      "frames": .integer(Int64(count)),
      "command": first.map { .string($0.command) } ?? .null,
      "time": .string(clock.zoned(frame.milliseconds).description),
      "replica": header.map { .string($0.replica.description) } ?? .null,
      "replicaName": first.map { .text($0.replicaName.bytes) } ?? .null,
      "events": .array(
        accounts.map { account in
          [
            "id": .string(account.entry.id), "kind": .string(account.entry.kind),
            "entity": .id(account.entry.header.entity), "label": .text(account.label.bytes),
            "words": .array(plain.lines(account).map { .string($0.text) }),
            "fields": .array(account.fields.map { .change($0, clock) }),
          ]
        }),
    ]
  }

  /// What a frame did, in lines: when, where and to what, then what.
  package func lines(_ frame: PlaybackFrame, _ accounts: [EventAccount]) -> [StyledLine] {
    return accounts.flatMap { account -> [StyledLine] in
      let time = TimeText(clock, zone)
        .text(
          ZonedTime(
            milliseconds: frame.milliseconds, offsetMinutes: account.entry.header.offsetMinutes))
      var head = StyledLine(time, .dim)
      head.append("  " + VisibleText.line(account.entry.replicaName.bytes) + "  ")
      if namesThings {
        head.append(account.handle, [.cyan])
        let label = VisibleText.line(account.label.bytes).truncated(toDisplayWidth: 30)
        if !label.isEmpty { head.append(" " + label, [.bold]) }
        head.append("  ")
      }
      let words = ChangeWords(clock, style, zone).lines(account)
      let rest = words.dropFirst().map { $0.indented(by: time.count + 2) }
      let end =
        account.fields.isEmpty ? StyledLine(" (nothing shows otherwise)", .dim) : StyledLine()
      return [head + (words.first ?? StyledLine()) + end] + rest
    }
  }

  /// The fields of one thing, a line each; those that the last frame changed stand out.
  package func fields(_ changes: [FieldChange], changed: [FieldChange]) -> [StyledLine] {
    let words = ChangeWords(clock, style, zone)
    let shown = changes.filter { $0.new != nil }
    let width = shown.map { words.name($0).displayWidth }.max() ?? 0
    return shown.map { change in
      let name = words.name(change)
      let isNew = changed.contains { $0.row == change.row && $0.key == change.key }
      var line = StyledLine(
        name + String(repeating: " ", count: width + 2 - name.displayWidth), .dim)
      line.append(words.value(change.new, of: change, width: 1_000), isNew ? [.yellow] : [])
      return line
    }
  }

  /// How many things there are: `3 items  1 deck  12 cards`.
  package func counts(_ state: ReplayState) -> StyledLine {
    state.counts.reduce(into: StyledLine()) { line, part in
      line.append("\(part.count)", [.bold])
      line.append(" \(part.name)   ")
    }
  }

  /// A time as the screen's head and the lines show it.
  package func time(_ milliseconds: Int64) -> String {
    TimeText(clock).text(milliseconds)
  }
}
