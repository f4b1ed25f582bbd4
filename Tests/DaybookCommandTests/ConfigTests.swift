import Foundation
import Testing

/// `daybook config`.
struct ConfigTests {
  private func setting(_ shell: Shell, _ words: String...) throws -> [String: Any] {
    let result = try shell.run(["config"] + words + ["--json"])
    #expect(result.status == 0, "\(result.errors)")
    let document = try result.json()
    #expect(document["schema"] as? String == "daybook.setting/1")
    return document
  }

  @Test func `settings are listed, read, set and given up`() throws {
    let shell = try Shell()
    let before = try shell.run("config", "--json").json()
    #expect(before["schema"] as? String == "daybook.config/1")
    let settings = try #require(before["settings"] as? [[String: Any]])
    let names = ["rolloverHour", "weekStart", "editor", "replicaName"]
    #expect(settings.compactMap { $0["name"] as? String } == names)
    #expect(settings[0]["value"] as? Int == 4 && settings[0]["set"] as? Bool == false)
    #expect(settings[2]["value"] is NSNull)
    #expect(try setting(shell, "set", "rollover-hour", "3")["value"] as? Int == 3)
    #expect(try setting(shell, "get", "rolloverHour")["set"] as? Bool == true)
    #expect(try setting(shell, "set", "Week-Start", "sun")["value"] as? String == "sunday")
    #expect(try shell.run("config", "get", "week-start").output == "sunday\n")
    #expect(try setting(shell, "unset", "week-start")["value"] as? String == "monday")
    #expect(try setting(shell, "set", "replica-name", "desk")["shared"] as? Bool == false)
    #expect(try shell.run("status", "--json").json()["replicaName"] as? String == "desk")
    let log = try shell.run("log", "--jsonl", "--kind", "settingChanged").lines
    #expect(log.count == 3, "what holds on all machines is in the log")
    #expect(log.last?.contains(#""payload":{"rolloverHour":"3"}"#) == true)
  }

  @Test func `what can't be set is refused with what can`() throws {
    let shell = try Shell()
    let refusals: [(words: [String], hint: String)] = [
      (["set", "rollover-hour", "24"], "0 to 23"), (["set", "week-start", "noday"], "saturday"),
      (["set", "rollover-hour", "-1"], "0 to 23"), (["set", "colour", "red"], "week-start"),
      (["get", "colour"], "editor"), (["unset", "replica-name"], "config set"),
      (["set", "replica-name", " "], "200 bytes"),
    ]
    for (words, hint) in refusals {
      let result = try shell.run(["config"] + words)
      #expect(result.status == 64 && result.output.isEmpty, "\(words)")
      #expect(result.errors.contains(hint), "\(result.errors)")
    }
    #expect(!FileManager.default.fileExists(atPath: shell.path + "/.local"), "nothing was made")
  }

  /// The order of git: its own variable, the setting, then what other programs go by.
  @Test func `the editor is found in the order of git`() throws {
    let shell = try Shell()
    func editor(_ name: String) throws -> String {
      try shell.command(name, "echo 'by \(name)' > \"$1\"")
    }
    let (own, visual, other) = (try editor("own"), try editor("visual"), try editor("other"))
    try shell.run("config", "set", "editor", try editor("setting"))
    func title(_ environment: [String: String]) throws -> String? {
      let result = try shell.run(["capture", "--edit", "--json"], environment: environment)
      #expect(result.status == 0, "\(result.errors)")
      return try result.json()["title"] as? String
    }
    let all = ["DAYBOOK_EDITOR": own, "VISUAL": visual, "EDITOR": other]
    #expect(try title(all) == "by own")
    #expect(try title(["VISUAL": visual, "EDITOR": other]) == "by setting")
    try shell.run("config", "unset", "editor")
    #expect(try title(["VISUAL": visual, "EDITOR": other]) == "by visual")
    #expect(try title(["EDITOR": other]) == "by other")
  }
}
