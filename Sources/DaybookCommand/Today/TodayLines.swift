import Daybook
import DaybookConsole
import DaybookEvents

/// Today's page as people see it.
struct TodayLines {
  private let output: Output
  private let clock: LocalClock
  private let now: Int64
  private let today: CivilDate
  private let handles: [EntityID: String]

  init(_ output: Output, clock: LocalClock, now: Int64, handles: [EntityID: String]) {
    self.handles = handles
    self.output = output
    self.clock = clock
    self.now = now
    today = clock.date(at: now)
  }

  func lines(_ page: Today) -> [String] {
    let style = output.style
    var lines = [style.marked(Self.name(of: page.date), .bold), ""]
    if page.isUnused {
      return lines + [
        "Nothing is written here yet.", "",
        "  daybook capture \"Buy seeds\" --due friday   write something down",
        "  daybook today --sample                     look around in a sample",
        "  daybook --help                             see all commands",
      ]
    }
    let sections = self.sections(page)
    lines += sections
    if sections.isEmpty { lines += ["Nothing is due.", ""] }
    return lines + summary(page)
  }

  private func sections(_ page: Today) -> [String] {
    let parts: [(name: String, mark: Style.Mark, section: Today.Section, more: String)] = [
      ("Overdue", .red, page.overdue, "due.before:today"),
      ("Today", .green, page.dueToday, "due:today"),
      ("Later this week", .blue, page.laterThisWeek, "due.after:today"),
    ]
    // One table for all, so that the columns of the sections stand below each other.
    var table = Columns(["", "", "", "", ""].map { Columns.Column($0) }, shrinking: 3)
    for part in parts {
      for item in part.section.items { table.append(row(item, part.mark)) }
    }
    var rows = table.lines(width: output.width, style: output.style)[...]
    return parts.flatMap { part -> [String] in
      let count = part.section.items.count
      guard part.section.total > 0 else { return [] }
      var lines = [output.style.marked(part.name, .bold, part.mark)] + rows.prefix(count)
      rows = rows.dropFirst(count)
      if part.section.total > count {
        let more = "  and \(part.section.total - count) more: daybook list \(part.more)"
        lines.append(output.style.marked(more, .dim))
      }
      return lines + [""]
    }
  }

  private func row(_ item: Item, _ mark: Style.Mark) -> [Columns.Cell] {
    let due = item.schedule.due.map { self.due($0) } ?? ""
    return [
      "", Columns.Cell(handles[item.id] ?? "", .cyan),
      mark == .red ? Columns.Cell(due, .red) : Columns.Cell(due),
      Columns.Cell(
        (item.priority == .high ? "! " : "")
          + (item.title.isEmpty ? "(untitled)" : VisibleText.line(item.title.bytes))),
      hasRoom
        ? Columns.Cell(item.tags.map { "#" + $0 }.joined(separator: " "), .blue) : "",
    ]
  }

  /// When something is due, from where the person stands: `3 days ago`, `17:30`, `Tue`.
  private func due(_ due: TimeValue) -> String {
    let date: CivilDate
    var time = ""
    switch due {
    case .date(let day): date = day
    case .instant(let milliseconds):
      let zoned = clock.zoned(milliseconds)
      date = zoned.date
      time = String(zoned.description.dropFirst(11).prefix(5))
    }
    switch date.daysSince1970 - today.daysSince1970 {
    case 0: return time.isEmpty ? "today" : time
    case -1: return "yesterday"
    case -13 ... -2: return "\(today.daysSince1970 - date.daysSince1970) days ago"
    case 1...7:
      let day = String(Self.weekdays[date.weekday.rawValue - 1].prefix(3))
      return time.isEmpty ? day : "\(day) \(time)"
    default: return date.description
    }
  }

  /// Counts with the command that leads on; without those on a narrow terminal.
  private func summary(_ page: Today) -> [String] {
    var rows: [(name: String, value: String, command: String)] = []
    if page.inbox > 0 { rows.append(("Inbox", "\(page.inbox)", "daybook list status:inbox")) }
    if page.dueCards + page.newCards > 0 {
      rows.append(("Cards", "\(page.dueCards) due, \(page.newCards) new", "daybook review"))
    }
    if page.conflicts > 0 { rows.append(("Conflicts", "\(page.conflicts)", "daybook conflicts")) }
    rows.append(("Merged", page.lastArrival.map { ago($0.at) } ?? "never", "daybook merge"))
    var table = Columns(["", "", ""].map { Columns.Column($0) })
    for row in rows {
      table.append([
        Columns.Cell(row.name, .bold), Columns.Cell(row.value),
        hasRoom ? Columns.Cell(row.command, .dim) : "",
      ])
    }
    return table.lines(width: output.width, style: output.style)
  }

  /// Whether there is room for tags and commands beside titles and counts.
  private var hasRoom: Bool { output.width ?? .max >= 60 }

  private func ago(_ milliseconds: Int64) -> String {
    let minutes = max(0, now - milliseconds) / 60_000
    switch minutes {
    case 0: return "just now"
    case 1..<120: return minutes == 1 ? "a minute ago" : "\(minutes) minutes ago"
    case 120..<2880: return "\(minutes / 60) hours ago"
    default: return "\(minutes / 1440) days ago"
    }
  }

  private static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// `Saturday, 21 November 2026`.
  private static func name(of date: CivilDate) -> String {
    "\(weekdays[date.weekday.rawValue - 1]), \(date.day) \(months[date.month - 1]) \(date.year)"
  }
}
