import DaybookEvents
import DaybookLog
import LMDB

/// What stands between a store and this program: what opening it does, and what reading it
/// goes through each time.
package struct MigrationPlan: Equatable, Sendable {
  /// A view and the program that built it.
  package struct View: Equatable, Sendable {
    /// The view.
    package let name: ViewName
    /// The version of the code that built it; 0 where nothing did.
    package let version: UInt64

    /// Whether opening builds it anew.
    package var isRebuilt: Bool { version < name.schema.codeVersion }
    /// Whether a newer program built it, so that this one only reads.
    package var isNewer: Bool { version > name.schema.codeVersion }
  }

  /// Events of one kind and version.
  package struct Events: Equatable, Sendable {
    /// The kind's name; `unknown-<number>` for kinds of newer programs.
    package let kind: String
    /// The version they were written in.
    package let version: UInt32
    /// The version they are turned into at reading; nil where they need no upcaster, or none
    /// helps.
    package let upcastVersion: UInt32?
    /// How many there are.
    package let count: UInt64

    init(_ shape: PayloadVersion, count: UInt64) {
      kind = EventKind(rawValue: shape.kind)?.name ?? "unknown-\(shape.kind)"
      version = shape.version
      upcastVersion = shape.upcastVersion
      self.count = count
    }
  }

  /// The format of the store.
  package let format: UInt64
  /// The format that this program writes.
  package let programFormat = StoreFormat.current
  /// How many events there are, each of them a row.
  package let rows: UInt64
  /// The views.
  package let views: [View]
  /// Events that pass through upcasters whenever they are read.
  package let oldEvents: [Events]
  /// Events that are kept and relayed, and read after an upgrade.
  package let newerEvents: [Events]

  /// Whether opening writes every row of the log in another form. The events stay as they are.
  package var rewritesLog: Bool { format < programFormat }
  /// Whether a newer program has written the store or a view, so that this one only reads.
  package var isReadOnly: Bool {
    format > programFormat || views.contains(where: \.isNewer)
  }
}

extension Store {
  /// What opening the store with this program does. Opens it for reading only, so that nothing
  /// has happened yet; O(n) in its events.
  ///
  /// - Throws: ``StoreError/noStore(path:)``; what opening throws.
  package static func migrationPlan(
    at path: String, options: StoreOptions
  ) throws -> MigrationPlan {
    try openToInspect(at: path, options: options).read { moment, transaction in
      let counts = try moment.log.payloadVersions(transaction).sorted { $0.key < $1.key }
      func events(where isWanted: (PayloadVersion) -> Bool) -> [MigrationPlan.Events] {
        counts.filter { isWanted($0.key) }.map { MigrationPlan.Events($0.key, count: $0.value) }
      }
      return MigrationPlan(
        format: try StoreFormat.of(moment.log.tables, transaction), rows: moment.state.eventCount,
        views: ViewName.allCases.map { view in
          MigrationPlan.View(
            name: view, version: moment.catalog.entries[view]?.codeVersion ?? 0)
        },
        oldEvents: events { $0.upcastVersion != nil },
        newerEvents: events { !$0.isReadable })
    }
  }
}
