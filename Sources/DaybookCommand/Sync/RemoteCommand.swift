import ArgumentParser
import Daybook
import DaybookConsole
import DaybookSync
import DaybookSystem

/// `daybook remote`: where this daybook keeps in step with others.
struct RemoteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remote",
    abstract: "Say through what your machines keep in step.",
    discussion: """
      EXAMPLES
        daybook remote add stick /media/stick/daybook-sync
        daybook remote add cloud Dropbox/daybook
        daybook remote add laptop ssh://ada@laptop
        daybook remote list

      A remote is a folder that several machines see: on a stick, on a disk of the network, or one \
      that another program carries from machine to machine. Give it a folder of its own. Each \
      machine writes its own files there, so nothing ever collides. Or it is the daybook of \
      another machine that ssh reaches, where the program daybook is installed too.
      """,
    subcommands: [RemoteAdd.self, RemoteList.self, RemoteRemove.self])
}

/// `daybook remote add`: remember one.
struct RemoteAdd: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Remember a remote. Nothing is exchanged until sync.",
    discussion: """
      EXAMPLES
        daybook remote add stick /media/stick/daybook-sync
      """)

  @Argument(help: "What to call it.") var name: Word
  @Argument(help: "A folder, or an address: file:///path, ssh://host/path.", completion: .directory)
  var address: Word
  @OptionGroup var store: StoreArguments

  func run() throws {
    guard let address = RemoteAddress(address.string, in: try FileSystem.resolved(".")) else {
      throw RemoteListError.unreadableAddress(address.string)
    }
    let store = try store.open()
    try store.addRemote(name.string, at: address)
    do {
      try Sync.prepare(address)
    } catch {
      try store.removeRemote(name.string)
      throw error
    }
    let record = try store.remotes(named: [name.string])
    self.store.output.show(["schema": "daybook.remotes/1", "remotes": .array(record.map(\.json))]) {
      ["Added \(name.string), at \(VisibleText.line(address.text)). Run sync to exchange changes."]
    }
  }
}

/// `daybook remote list`: all of them.
struct RemoteList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List remotes, and when all was exchanged with them.",
    discussion: """
      EXAMPLES
        daybook remote list
      """,
    aliases: ["ls"])

  @OptionGroup var store: StoreArguments

  func run() throws {
    let store = try store.openForReading()
    let remotes = try store.remotes()
    let output = self.store.output
    let times = TimeText(TimeReading(store).clock)
    let document: JSON = ["schema": "daybook.remotes/1", "remotes": .array(remotes.map(\.json))]
    output.show(document, empty: "No remotes yet.") {
      guard !remotes.isEmpty else { return [] }
      var columns = Columns(
        [
          Columns.Column("name"), Columns.Column("address"), Columns.Column("last in step"),
        ], shrinking: 1)
      for remote in remotes {
        columns.append([
          Columns.Cell(remote.name, .cyan), Columns.Cell(VisibleText.line(remote.address.text)),
          Columns.Cell(remote.lastSync.map(times.text) ?? "never"),
        ])
      }
      return columns.lines(width: output.width, style: output.style)
    }
  }
}

/// `daybook remote remove`: forget one.
struct RemoteRemove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Forget a remote. What it holds stays there.",
    discussion: """
      EXAMPLES
        daybook remote remove stick
      """)

  @Argument(help: "Its name.") var name: Word
  @OptionGroup var store: StoreArguments

  func run() throws {
    let store = try store.openExisting()
    let record = try store.remotes(named: [name.string])
    try store.removeRemote(name.string)
    self.store.output.show(["schema": "daybook.remotes/1", "remotes": .array(record.map(\.json))]) {
      record.map { "Forgot \($0.name). What is in \(VisibleText.line($0.address.text)) stays." }
    }
  }
}

extension RemoteRecord {
  /// One remote of `daybook.remotes/1`.
  var json: JSON {
    .object([
      ("name", .string(name)), ("address", .string(address.text)),
      ("lastSyncedAt", lastSync.map { .time($0, offsetMinutes: 0) } ?? .null),
      ("attempts", .unsigned(failures)),
    ])
  }
}
