import ArgumentParser
import Daybook
import DaybookConsole
import DaybookSystem

/// `daybook backup`: the whole store in a file, and back.
struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Keep the whole daybook in one file, and go back to it.",
    discussion: """
      EXAMPLES
        daybook backup create /media/stick/daybook.backup
        daybook backup create latest.backup --yes         replaces an older one
        daybook backup restore /media/stick/daybook.backup
        daybook backup restore old.backup --store ~/daybook-in-may

      A backup can be made while you work. It holds everything you wrote and this machine's key: \
      keep it where only you can read it.
      """,
    subcommands: [Create.self, Restore.self])

  /// `daybook backup create`: make one.
  struct Create: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "create",
      abstract: "Check the daybook, copy it, check the copy, and give it its name.",
      discussion: """
        EXAMPLES
          daybook backup create daybook.backup
          daybook backup create - | gpg --encrypt --recipient me > daybook.backup.gpg
        """)

    @Argument(help: "The file; - is standard output.") var file: Word
    @OptionGroup var store: StoreArguments

    func run() throws {
      let store = try store.openExisting()
      guard file.string != "-" else {
        _ = try store.createBackup(checking: ChildCheck.soundness) { try Console.send($0) }
        return
      }
      let report = try store.createBackup(
        at: file.string, replacing: try mayReplace(), checking: ChildCheck.soundness)
      let document: JSON = [
        "schema": "daybook.backup/1", "file": .text(file.bytes),
        "bytes": .integer(Int64(report.bytes)), "events": .integer(Int64(clamping: report.events)),
        "files": .integer(Int64(report.files)),
        "missingFiles": .integer(Int64(report.missingFiles)),
        "fingerprint": .string(report.fingerprint), "damaged": .bool(report.isDamaged),
      ]
      if report.isDamaged { try Self.tellDamage(store.path) }
      self.store.output.show(document) {
        [
          "Wrote \(report.events) events\(Self.files(report.files)) to "
            + "\(VisibleText.line(file.bytes)) (\(ByteCount.text(report.bytes))); "
            + (report.isDamaged ? "it is damaged as the daybook is." : "the copy was checked.")
        ]
      }
      if report.missingFiles > 0 {
        Console.note(
          "\(report.missingFiles) files that notes show are not in it: "
            + "they are not here. See daybook media list --missing.")
      }
    }

    /// Says what is damaged in the store, and so in its backup.
    private static func tellDamage(_ path: String) throws {
      let look = try RepairLook(path)
      for damage in look.damages.prefix(20) { Console.note("\(damage.place): \(damage.what)") }
      if look.damages.count > 20 { Console.note("And \(look.damages.count - 20) more.") }
      Console.note("Keep older backups, and run repair; this one restores with --damaged.")
    }

    private static func files(_ count: Int) -> String {
      count == 0 ? "" : count == 1 ? " and 1 file" : " and \(count) files"
    }

    /// Whether a file in the way may be replaced, where there is one.
    private func mayReplace() throws -> Bool {
      if store.yes { return true }
      let isFile = FileSystem.exists(file.string) && !FileSystem.isDirectory(file.string)
      guard isFile, store.mayAsk else { return false }
      Console.note("Replace \(VisibleText.line(file.bytes))? y/n")
      return try StandardInput.readLine(limit: 1024).map { [[0x79], [0x59]].contains($0) } ?? false
    }
  }

  /// `daybook backup restore`: go back to one.
  struct Restore: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "restore",
      abstract: "Make a daybook of a backup, where none is.",
      discussion: """
        EXAMPLES
          daybook backup restore daybook.backup
          daybook backup restore - --store ~/daybook-in-may < daybook.backup

        The restored daybook goes on as a replica of its own, so it can be merged with what was \
        written after the backup, on this machine or another. Nothing of it is lost.
        """)

    @Argument(help: "The file; - is standard input.") var file: Word
    @Flag(help: "Restore it though something in it is damaged; run repair then.")
    var damaged = false
    @OptionGroup var store: StoreArguments

    func run() throws {
      let path = try store.path
      let report = try Store.restoreBackup(
        from: file.string, to: path, options: store.options,
        replicaName: store.givenReplicaName, acceptingDamage: damaged,
        checking: ChildCheck.soundness)
      let document: JSON = [
        "schema": "daybook.restore/1", "store": .string(path),
        "events": .integer(Int64(clamping: report.events)), "files": .integer(Int64(report.files)),
        "fingerprint": .string(report.fingerprint), "replica": .string(report.replica),
        "replicaName": .text(report.replicaName.bytes),
        "formerReplica": .string(report.formerReplica),
      ]
      store.output.show(document) {
        [
          "Restored \(report.events) events into \(VisibleText.line(path)).",
          "It goes on as \(VisibleText.line(report.replicaName.bytes)) under a new id, "
            + "\(report.replica); merge your other machines to get what came after the backup.",
        ]
      }
    }
  }
}
