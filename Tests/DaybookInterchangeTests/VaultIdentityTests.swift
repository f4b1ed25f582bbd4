import Daybook
import DaybookEvents
import DaybookInterchange
import Testing

/// Which vault a folder is.
struct VaultIdentityTests {
  private let machine: ImportMachine

  init() throws { machine = try ImportMachine() }

  private func finder(
    _ folder: String, at place: String? = nil, _ notes: [String: String],
    on machine: ImportMachine? = nil
  ) -> VaultFinder {
    VaultFinder(
      (machine ?? self.machine).store, folder: folder, place: place ?? "laptop /home/\(folder)",
      notes: notes.keys.sorted()
    ) { notes[$0].map { Array($0.utf8) } }
  }

  /// Imports a folder as the vault that it is.
  @discardableResult
  private func importFolder(
    _ folder: String, mark: String? = nil, at place: String? = nil, _ notes: [String: String],
    on machine: ImportMachine? = nil
  ) throws -> (report: ImportReport, found: VaultFinder.Found) {
    let machine = machine ?? self.machine
    let found = try finder(folder, at: place, notes, on: machine).find(name: nil, mark: mark)
    return (try importVault(found.identity, folder, notes, on: machine), found)
  }

  @discardableResult
  private func importVault(
    _ identity: String, _ folder: String, _ notes: [String: String],
    on machine: ImportMachine? = nil
  ) throws -> ImportReport {
    let machine = machine ?? self.machine
    var vault = VaultImport(vault: identity, clock: machine.localClock)
    var entries: [ImportEntry] = [.vault(KnownVault(identity: identity, folder: folder))]
    entries += notes.sorted { $0.key < $1.key }.map {
      .item(vault.item(path: $0.key, raw: Array($0.value.utf8)))
    }
    var rest = entries[...]
    return try machine.store.importEntries { rest.popFirst() }
  }

  private func liveCount() throws -> Int {
    var count = 0
    try machine.store.eachLiveItem { _ in count += 1 }
    return count
  }

  /// F5.
  @Test func `two folders of one name are two vaults`() throws {
    let (first, p) = try importFolder("notes", at: "laptop /p/notes", ["index.md": "one"])
    let (second, q) = try importFolder("notes", at: "laptop /q/notes", ["index.md": "two"])
    #expect(first.new == 1 && second.new == 1)
    #expect(p.identity != q.identity && q.grounds == .new(isBesideNamesake: true))
    for (found, text) in [(p, "one"), (q, "two")] {
      let again = try importFolder("notes", mark: found.identity, ["index.md": text])
      #expect(again.report.duplicate == 1 && again.found.grounds == .marked)
    }
    #expect(try liveCount() == 2)
  }

  /// F5.
  @Test func `a renamed vault is the same vault`() throws {
    let notes = ["index.md": "one", "B/b.md": "two"]
    let (_, found) = try importFolder("notes", notes)
    let before = try machine.eventCount
    let mark = try #require(VaultMark.vault(in: VaultMark.bytes(of: found.identity)))
    #expect(try importFolder("journal", mark: mark, notes).report.duplicate == 2)
    #expect(try machine.eventCount == before)
  }

  /// F5: a store that imported before vaults had identities.
  @Test func `a vault that was known by its folder's name finds its notes again`() throws {
    let notes = ["index.md": "one", "B/b.md": "two", "gone.md": "three"]
    try importByName(notes)
    var today = notes
    today["gone.md"] = nil
    today["B/b.md"] = "two, changed"
    let (report, found) = try importFolder("notes", today)
    #expect(found.grounds == .before && report.updated == 1 && report.duplicate == 1)
    #expect(try liveCount() == 3)
    // From then on the name is that vault's: another folder called so is another vault.
    let (other, beside) = try importFolder("notes", at: "laptop /q/notes", ["index.md": "else"])
    #expect(other.new == 1 && beside.grounds == .new(isBesideNamesake: true))
    #expect(try importFolder("renamed", mark: found.identity, today).report.duplicate == 2)
    #expect(try liveCount() == 4)
  }

  /// F5: one path that agreed was enough, and its note was written over.
  @Test(arguments: [
    ["index.md": "of q"], ["index.md": "of q", "B/b.md": "of q"],
    // A template that both began with.
    ["index.md": "one", "q.md": "of q", "r.md": "of q"],
  ])
  func `another folder of a name is not taken for the vault that was known by it`(
    notes: [String: String]
  ) throws {
    try importByName(["index.md": "one", "B/b.md": "two", "c.md": "three"])
    let (report, found) = try importFolder("notes", at: "laptop /q/notes", notes)
    #expect(found.grounds == .new(isBesideNamesake: true))
    #expect(report.new == notes.count && report.updated == 0)
    #expect(try liveCount() == 3 + notes.count)
    let vault = try importFolder(
      "notes", at: "laptop /p/notes", ["index.md": "one", "B/b.md": "two", "c.md": "three"])
    #expect(vault.found.grounds == .before && vault.report.duplicate == 3)
  }

  /// F5.
  @Test func `a vault that was known by name is the same though many notes were changed`() throws {
    var notes = Dictionary(uniqueKeysWithValues: (0..<40).map { ("n\($0).md", "text \($0)") })
    try importByName(notes)
    for number in 0..<30 { notes["n\(number).md"] = "changed" }
    notes["n0.md"] = nil
    notes["new.md"] = "new"
    let (report, found) = try importFolder("notes", notes)
    #expect(found.grounds == .before && report.updated == 29 && report.new == 1)
  }

  /// Imports a vault as they were imported once: by the name alone, which nothing remembered.
  private func importByName(_ notes: [String: String]) throws {
    var vault = VaultImport(vault: "notes", clock: machine.localClock)
    try machine.importItems(
      notes.sorted { $0.key < $1.key }.map { vault.item(path: $0.key, raw: Array($0.value.utf8)) })
    #expect(try machine.store.knownVaults() == [])
  }

  /// F5.
  @Test func `a vault that cannot be written to is known by its place`() throws {
    let notes = ["index.md": "one"]
    let usb = finder("notes", at: "laptop /media/usb", notes)
    #expect(try usb.find(name: nil, mark: nil).grounds == .new(isBesideNamesake: false))
    let identity = try usb.identityByPlace()
    try importVault(identity, "notes", notes)
    let again = try importFolder("notes", at: "laptop /media/usb", ["index.md": "changed"])
    #expect(again.report.updated == 1 && again.found.identity == identity)
    // Another disk in the same place holds other notes.
    let disk = finder("notes", at: "laptop /media/usb", ["other.md": "two"])
    #expect(try disk.find(name: nil, mark: nil).grounds == .new(isBesideNamesake: true))
    #expect(try disk.identityByPlace() != identity)
  }

  /// F5.
  @Test func `a copy without the file is told by its notes where these are many`() throws {
    var notes = Dictionary(uniqueKeysWithValues: (0..<20).map { ("n\($0).md", "text \($0)") })
    let (_, found) = try importFolder("notes", notes)
    let other = try ImportMachine("phone")
    try other.merge(from: machine)
    for number in 0..<8 { notes["n\(number).md"] = "changed" }
    let copy = try importFolder("copied", at: "phone /copied", notes, on: other)
    #expect(copy.found == VaultFinder.Found(identity: found.identity, grounds: .copy))
    #expect(copy.report.updated == 8 && copy.report.duplicate == 12)
    let few = ["n9.md": "text 9"]
    #expect(
      try importFolder("copied", at: "phone /few", few, on: other).found.grounds
        == .new(isBesideNamesake: false))
  }

  /// F5.
  @Test func `a name given by the person comes first, and a file must name one vault`() throws {
    let named = try finder("notes", [:]).find(name: "mine", mark: "other")
    #expect(named == VaultFinder.Found(identity: "mine", grounds: .named))
    let mark = String(decoding: VaultMark.bytes(of: "a b"), as: UTF8.self)
    #expect(VaultMark.vault(in: Array(mark.utf8)) == "a b")
    for text in ["", "vault: ", "vault: a\nvault: b", "vault: a\u{1B}[0m", "other: a"] {
      #expect(VaultMark.vault(in: Array(text.utf8)) == nil, "\(text.debugDescription)")
    }
    #expect(VaultMark.vault(in: [0xFF, 0xFE]) == nil)
    #expect(VaultScan([VaultMark.fileName]).skipped == [VaultMark.fileName])
  }

  /// F5.
  @Test func `a dry run remembers nothing, and undoing an import forgets its vault`() throws {
    var trial = ImportOptions()
    trial.isDryRun = true
    var entries: [ImportEntry] = [.vault(KnownVault(identity: "v", folder: "notes"))]
    _ = try machine.store.importEntries(trial) { entries.popLast() }
    #expect(try machine.eventCount == 0)
    try importFolder("notes", ["index.md": "one"])
    let vaults = try machine.store.knownVaults()
    #expect(vaults.map(\.folder) == ["notes"])
  }
}
