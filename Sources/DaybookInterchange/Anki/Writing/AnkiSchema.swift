/// The tables of a collection, as Anki expects to find them.
enum AnkiSchema {
  /// The number of the older form.
  static let legacyVersion = 11
  /// The number of the newer form.
  static let latestVersion = 18

  /// What makes the tables.
  static func tables(_ version: AnkiPackageVersion) -> [String] {
    common + (version == .latest ? latest : legacy)
  }

  /// What makes the indexes of the tables that may be long: once they are filled, which costs less
  /// than keeping the indexes sorted on the way.
  static func indexes(_ version: AnkiPackageVersion) -> [String] {
    commonIndexes + (version == .latest ? latestIndexes : [])
  }

  private static func table(_ name: String, _ columns: String) -> String {
    "CREATE TABLE \(name) (\(columns))"
  }

  private static func integers(_ names: String) -> String {
    names.split(separator: " ").map { "\($0) integer NOT NULL" }.joined(separator: ", ")
  }

  private static let common = [
    table(
      "col",
      """
      id integer PRIMARY KEY, \(integers("crt mod scm ver dty usn ls")), conf text NOT NULL, \
      models text NOT NULL, decks text NOT NULL, dconf text NOT NULL, tags text NOT NULL
      """),
    // The sort field is an integer on purpose: numbers in it then sort as such.
    table(
      "notes",
      """
      id integer PRIMARY KEY, guid text NOT NULL, \(integers("mid mod usn")), \
      tags text NOT NULL, flds text NOT NULL, \(integers("sfld csum flags")), data text NOT NULL
      """),
    table(
      "cards",
      """
      id integer PRIMARY KEY, \(integers("nid did ord mod usn type queue due ivl factor reps")), \
      \(integers("lapses left odue odid flags")), data text NOT NULL
      """),
    table(
      "revlog",
      """
      id integer PRIMARY KEY, \(integers("cid usn ease ivl lastIvl factor time type"))
      """),
  ]

  private static let legacy = [table("graves", integers("usn oid type"))]

  private static let latest = [
    table("graves", "\(integers("oid type usn")), PRIMARY KEY (oid, type)") + " WITHOUT ROWID",
    named("notetypes", "id integer NOT NULL PRIMARY KEY", "mtime_secs usn", "config"),
    named("deck_config", "id integer PRIMARY KEY NOT NULL", "mtime_secs usn", "config"),
    named("decks", "id integer PRIMARY KEY NOT NULL", "mtime_secs usn", "common", "kind"),
    named("fields", integers("ntid ord"), "", "config", key: "ntid, ord"),
    named("templates", integers("ntid ord"), "mtime_secs usn", "config", key: "ntid, ord"),
    table(
      "config", "KEY text NOT NULL PRIMARY KEY, \(integers("usn mtime_secs")), val blob NOT NULL")
      + " WITHOUT ROWID",
    table(
      "tags",
      """
      tag text NOT NULL PRIMARY KEY COLLATE unicase, usn integer NOT NULL, \
      collapsed boolean NOT NULL, config blob NULL
      """) + " WITHOUT ROWID",
    "CREATE UNIQUE INDEX idx_fields_name_ntid ON fields (name, ntid)",
    "CREATE UNIQUE INDEX idx_templates_name_ntid ON templates (name, ntid)",
    "CREATE INDEX idx_templates_usn ON templates (usn)",
    "CREATE UNIQUE INDEX idx_notetypes_name ON notetypes (name)",
    "CREATE INDEX idx_notetypes_usn ON notetypes (usn)",
    "CREATE UNIQUE INDEX idx_decks_name ON decks (name)",
    "CREATE INDEX idx_graves_pending ON graves (usn)",
  ]

  private static let latestIndexes = [
    "CREATE INDEX idx_notes_mid ON notes (mid)",
    "CREATE INDEX idx_cards_odid ON cards (odid) WHERE odid != 0",
  ]

  private static let commonIndexes = [
    "CREATE INDEX ix_notes_usn ON notes (usn)",
    "CREATE INDEX ix_cards_usn ON cards (usn)",
    "CREATE INDEX ix_revlog_usn ON revlog (usn)",
    "CREATE INDEX ix_cards_nid ON cards (nid)",
    "CREATE INDEX ix_cards_sched ON cards (did, queue, due)",
    "CREATE INDEX ix_revlog_cid ON revlog (cid)",
    "CREATE INDEX ix_notes_csum ON notes (csum)",
  ]

  /// A table of things with names and messages.
  private static func named(
    _ name: String, _ first: String, _ numbers: String, _ messages: String..., key: String? = nil
  ) -> String {
    var columns = [first, "name text NOT NULL COLLATE unicase"]
    if !numbers.isEmpty { columns.append(integers(numbers)) }
    columns += messages.map { "\($0) blob NOT NULL" }
    if let key { columns.append("PRIMARY KEY (\(key))") }
    return table(name, columns.joined(separator: ", ")) + (key == nil ? "" : " WITHOUT ROWID")
  }
}
