import ArgumentParser
import Daybook
import DaybookConsole

/// `daybook migrate`: bring a store of an older daybook up to date, or say what that would do.
struct MigrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "Bring a store of an older daybook up to date, or show what that would do.",
    discussion: """
      EXAMPLES
        daybook migrate --dry-run         what this daybook would do at the next opening
        daybook migrate                   do it now

      Every command does the same when it opens the store, while others read and write. What was \
      written is never changed: views are built anew, rows of the log are laid out as they are \
      today, and events of older versions are turned into today's whenever they are read.
      """)

  @Flag(help: "Show what would happen, and change nothing.") var dryRun = false
  @OptionGroup var store: StoreArguments

  func run() throws {
    let plan = try Store.migrationPlan(at: store.path, options: store.options)
    if !dryRun, !plan.isReadOnly { _ = try store.open() }
    store.output.show(document(plan)) { lines(plan) }
  }

  private func document(_ plan: MigrationPlan) -> JSON {
    [
      "schema": "daybook.migrate/1", "dryRun": .bool(dryRun), "readOnly": .bool(plan.isReadOnly),
      "format": [
        "store": .integer(Int64(clamping: plan.format)),
        "program": .integer(Int64(clamping: plan.programFormat)),
        "rewriteRows": .integer(Int64(clamping: plan.rewritesLog ? plan.rows : 0)),
      ],
      "views": .array(
        plan.views.map { view in
          [
            "name": .string(view.name.rawValue),
            "version": .integer(Int64(clamping: view.version)),
            "programVersion": .integer(Int64(clamping: view.name.schema.codeVersion)),
            "rebuild": .bool(!plan.isReadOnly && view.isRebuilt),
          ]
        }),
      "oldEvents": .array(
        plan.oldEvents.map { events in
          [
            "kind": .string(events.kind), "version": .integer(Int64(events.version)),
            "readAs": events.upcastVersion.map { .integer(Int64($0)) } ?? .null,
            "events": .integer(Int64(clamping: events.count)),
          ]
        }),
      "newerEvents": .array(
        plan.newerEvents.map { events in
          [
            "kind": .string(events.kind), "version": .integer(Int64(events.version)),
            "events": .integer(Int64(clamping: events.count)),
          ]
        }),
    ]
  }

  private func lines(_ plan: MigrationPlan) -> [String] {
    var lines: [String] = []
    if plan.isReadOnly {
      lines.append("A newer daybook has written this store: it can be read, and is left alone.")
    } else {
      if plan.rewritesLog {
        let what = "log: \(plan.rows) \(plan.rows == 1 ? "row" : "rows") "
        lines.append(
          what + (dryRun ? "would be rewritten" : "rewritten") + " in store format "
            + "\(plan.programFormat); no event is changed")
      }
      for view in plan.views where view.isRebuilt {
        let change = "\(view.name.rawValue): "
        lines.append(change + (dryRun ? "would be built anew" : "built anew"))
      }
      if lines.isEmpty { lines.append("Everything is up to date.") }
    }
    for events in plan.oldEvents {
      let version = events.upcastVersion ?? events.version
      lines.append(
        "\(Self.counted(events)) read as version \(version); what is stored stays as it is")
    }
    for events in plan.newerEvents {
      lines.append("\(Self.counted(events)) kept for when this daybook is upgraded")
    }
    return lines
  }

  private static func counted(_ events: MigrationPlan.Events) -> String {
    "\(events.count) \(events.count == 1 ? "event" : "events") \(events.kind) of version "
      + "\(events.version)" + (events.count == 1 ? " is" : " are")
  }
}
