import ArgumentParser
import Daybook
import DaybookConsole

/// `daybook media`: the files that notes show.
struct MediaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "media",
    abstract: "Keep the pictures and sounds that notes show.",
    discussion: """
      EXAMPLES
        daybook media add map.png
        daybook media list
        daybook media remove map.png
        daybook card add Geography --html --front '<img src="map.png">' --back "Italy"

      A note shows a file by its name: <img src="map.png"> and [sound:word.mp3] in its HTML, \
      which card add --html makes, and which notes from Anki bring. In a card that is text \
      alone they are letters like any other.
      """,
    subcommands: [Add.self, List.self, Remove.self], defaultSubcommand: List.self)

  /// `daybook media add`: copy files into the daybook.
  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add",
      abstract: "Copy files into the daybook; the originals stay as they are.",
      discussion: """
        EXAMPLES
          daybook media add map.png word.mp3
          daybook media add IMG_2041.PNG --name map.png
        """)

    @Argument(help: "The files.", completion: .file()) var files: [Word]
    @Option(help: "What notes call it, instead of its own name.") var name: Word?
    @Flag(help: "Give a name that another file has to this one.") var replace = false
    @OptionGroup var store: StoreArguments

    func run() throws {
      guard name == nil || files.count == 1 else {
        throw UsageError.contradiction("--name is for one file")
      }
      let store = try store.open()
      let added = try files.map { file in
        try store.addMedia(fileAt: file.string, named: name?.string, replacing: replace)
      }
      let document: JSON = [
        "schema": "daybook.mediaAdded/1",
        "files": .array(added.map { MediaLine($0, isMissing: false).json }),
      ]
      self.store.output.show(document) {
        added.map { "Added \(VisibleText.line($0.name))." }
      }
    }
  }

  /// `daybook media list`: which there are.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "Show the files that notes can show.",
      discussion: """
        EXAMPLES
          daybook media list
          daybook media list --missing     those another machine has still to bring
        """)

    @Flag(help: "Only those whose content is not on this machine.") var missing = false
    @OptionGroup var past: PastArguments
    @OptionGroup var store: StoreArguments

    func run() throws {
      let store = try store.openForReading()
      let time = try past.time(in: store)
      let lacked = Set(try store.missingMedia(at: time))
      let files = try store.mediaFiles(at: time).map {
        MediaLine($0, isMissing: lacked.contains($0))
      }
      .filter { $0.isMissing || !missing }
      let document: JSON = [
        "schema": "daybook.media/1", "files": .array(files.map(\.json)),
      ]
      let output = self.store.output
      output.show(document) { files.map { $0.line(output.style) } }
    }
  }
}

extension MediaCommand {
  /// `daybook media remove`: take names away.
  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove",
      abstract: "Take files out of the list; undo brings them back.",
      discussion: """
        EXAMPLES
          daybook media remove map.png
          daybook erase --media map.png     for good, with its content
        """)

    @Argument(help: "The names that notes call them by.") var names: [Word]
    @OptionGroup var store: StoreArguments

    func run() throws {
      let store = try store.open()
      try store.removeMedia(named: names.map(\.string))
      let document: JSON = [
        "schema": "daybook.mediaRemoved/1", "names": .array(names.map { .string($0.string) }),
      ]
      self.store.output.show(document) {
        names.map { "Removed \(VisibleText.line($0.string)); undo brings it back." }
      }
    }
  }
}

/// One file as it is listed.
private struct MediaLine {
  let file: MediaFile
  let isMissing: Bool

  init(_ file: MediaFile, isMissing: Bool) {
    self.file = file
    self.isMissing = isMissing
  }

  var json: JSON {
    [
      "name": .string(file.name), "sha256": .string(file.digits),
      "bytes": .integer(Int64(clamping: file.byteCount)), "missing": .bool(isMissing),
    ]
  }

  func line(_ style: Style) -> String {
    let size = ByteCount.text(Int(clamping: file.byteCount))
    let mark = isMissing ? "  " + style.marked("not here", .yellow) : ""
    return "\(VisibleText.line(file.name))  \(style.marked(size, .dim))\(mark)"
  }
}
