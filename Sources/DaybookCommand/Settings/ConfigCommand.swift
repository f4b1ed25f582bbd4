import ArgumentParser
import Daybook
import DaybookConsole

/// `daybook config`: what a person can set.
struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Show and change settings.",
    discussion: """
      EXAMPLES
        daybook config                          all settings
        daybook config set rollover-hour 3      study days begin at 3 in the morning
        daybook config set week-start sunday
        daybook config set editor "code --wait"
        daybook config get editor
        daybook config unset week-start

      SETTINGS
        rollover-hour   the hour at which a study day begins; on all your machines
        week-start      the day on which a week begins; on all your machines
        editor          what texts are written in, on this machine; $DAYBOOK_EDITOR comes before \
      it, $VISUAL and $EDITOR after it
        replica-name    what this machine is called
      """,
    subcommands: [All.self, Get.self, Put.self, Unset.self], defaultSubcommand: All.self)

  /// `daybook config list`: all of them.
  struct All: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "Show all settings, and where each holds.")

    @OptionGroup var past: PastArguments
    @OptionGroup var store: StoreArguments

    func run() throws {
      let opened = try store.openForReading()
      let settings = try opened.settings(at: past.time(in: opened))
      let document: JSON = [
        "schema": "daybook.config/1",
        "settings": .array(settings.map { .object($0.members) }),
      ]
      let output = store.output
      output.show(document) {
        var columns = Columns(
          ["setting", "value", "", "holds on"].map { Columns.Column($0) }, shrinking: 1)
        for setting in settings {
          columns.append([
            Columns.Cell(setting.name.word, .cyan), Columns.Cell(setting.value ?? "(none)"),
            setting.isSet ? "" : "default",
            setting.name.isShared ? "all your machines" : "this machine",
          ])
        }
        return columns.lines(width: output.width, style: output.style)
      }
    }
  }

  /// `daybook config get`: one value.
  struct Get: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "get", abstract: "Print the value that counts, set or default.")

    @OptionGroup var setting: SettingArgument
    @OptionGroup var past: PastArguments
    @OptionGroup var store: StoreArguments

    func run() throws {
      let name = try setting.named
      let opened = try store.openForReading()
      let setting = try opened.setting(name, at: past.time(in: opened))
      store.output.show(setting.document) { setting.value.map { [VisibleText.line($0)] } ?? [] }
      if setting.value == nil, !store.json {
        Console.note("\(name.word) isn't set.")
      }
    }
  }

  /// `daybook config set`: another value.
  struct Put: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "set", abstract: "Give a setting another value.")

    @OptionGroup var setting: SettingArgument
    @Argument(help: "What it shall be.") var value: Word
    @OptionGroup var store: StoreArguments

    func run() throws {
      let name = try setting.named
      let value = try name.canonical(value.string)
      let store = try store.open()
      let isChanged = try store.set(name, to: value)
      try show(try store.setting(name), isChanged)
    }

    private func show(_ setting: Setting, _ isChanged: Bool) throws {
      store.output.show(setting.document) {
        let place = setting.name.isShared ? "on all your machines, once they merge" : "here"
        let value = VisibleText.line(setting.value ?? "")
        return [
          isChanged
            ? "\(setting.name.word) is \(value) now, \(place)."
            : "\(setting.name.word) is \(value) already."
        ]
      }
    }
  }

  /// `daybook config unset`: the default again.
  struct Unset: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "unset", abstract: "Go back to the default.")

    @OptionGroup var setting: SettingArgument
    @OptionGroup var store: StoreArguments

    func run() throws {
      let name = try setting.named
      guard name != .replicaName else {
        throw UsageError.contradiction("A replica needs a name: give it another with config set")
      }
      let store = try store.open()
      let isChanged = try store.unset(name)
      let setting = try store.setting(name)
      self.store.output.show(setting.document) {
        let standard = setting.value.map { ", so \(VisibleText.line($0)) holds" } ?? ""
        return [
          isChanged
            ? "\(name.word) isn't set any more\(standard)." : "\(name.word) wasn't set\(standard)."
        ]
      }
    }
  }
}

/// A setting, as it is named on the command line.
struct SettingArgument: ParsableArguments {
  @Argument(help: "rollover-hour, week-start, editor or replica-name.") var name: Word

  /// The setting that is meant.
  var named: SettingName {
    get throws {
      guard let name = SettingName(name.string) else {
        throw UsageError.unknownValue(option: "config", known: SettingName.allCases.map(\.word))
      }
      return name
    }
  }
}

extension Setting {
  /// The setting in JSON, without a schema.
  fileprivate var members: [(String, JSON)] {
    [
      ("name", .string(name.rawValue)), ("value", json),
      ("set", .bool(isSet)), ("shared", .bool(name.isShared)),
    ]
  }

  /// `daybook.setting/1`.
  fileprivate var document: JSON { .object([("schema", "daybook.setting/1")] + members) }

  private var json: JSON {
    guard let value else { return .null }
    return name == .rolloverHour ? Int64(value).map { .integer($0) } ?? .null : .string(value)
  }
}
