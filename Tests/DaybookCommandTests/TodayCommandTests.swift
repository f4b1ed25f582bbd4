import Foundation
import Testing

/// `daybook` alone, and the sample it can show (S1-7).
struct TodayCommandTests {
  @Test func `daybook alone is today's page, and its help is the help of all`() throws {
    let shell = try Shell()
    let empty = try shell.run()
    #expect(empty.status == 0 && empty.output.contains("daybook capture"))
    try shell.run("capture", "late", "--due", "2020-01-02", "--tag", "home")
    try shell.run("capture", "now", "--due", "today", "--priority", "high")
    try shell.run("capture", "sometime")
    let page = try shell.run()
    #expect(page.status == 0, "\(page.errors)")
    #expect(page.lines.contains("Overdue") && page.lines.contains("Today"))
    #expect(page.output.contains("2020-01-02  late"))
    #expect(page.output.contains("today       ! now"))
    #expect(!page.output.contains("sometime") && !page.output.contains("\u{1B}"))
    #expect(page.output.contains("Inbox   3"))
    #expect(page.output.contains("Merged  never"))
    #expect(try shell.run("--help").output.contains("SUBCOMMANDS"))
    #expect(try shell.run("today").output == page.output)
  }

  @Test func `the page in JSON`() throws {
    let shell = try Shell()
    for number in 0..<12 { try shell.run("capture", "late \(number)", "--due", "2020-01-02") }
    let page = try shell.run("--json", "--limit", "3").json()
    #expect(page["schema"] as? String == "daybook.today/1")
    let overdue = try #require(page["overdue"] as? [String: Any])
    #expect(overdue["total"] as? Int == 12)
    #expect((overdue["items"] as? [[String: Any]])?.count == 3)
    #expect(page["inbox"] as? Int == 12)
    let sync = try #require(page["sync"] as? [String: Any])
    #expect(sync["lastMergedAt"] is NSNull && (sync["remotes"] as? [Any])?.isEmpty == true)
    #expect((page["cards"] as? [String: Int]) == ["due": 0, "new": 0])
    let text = try shell.run().output
    #expect(text.contains("and 2 more: daybook list due.before:today"))
    let past = try shell.run("--json", "--at", "2019-12-31").json()
    #expect(past["date"] as? String == "2019-12-31")
    #expect((past["overdue"] as? [String: Any])?["total"] as? Int == 0)
  }

  @Test func `titles cannot speak to the terminal`() throws {
    let shell = try Shell()
    try shell.run("capture", "a\u{1B}[31mb", "--due", "2020-01-02")
    let page = try shell.run()
    #expect(!page.output.contains("\u{1B}") && page.output.contains("[31mb"))
  }

  /// S1-7.
  @Test func `the sample is a store of its own`() throws {
    let shell = try Shell()
    try shell.run("capture", "mine")
    let first = try shell.run("list", "--sample")
    #expect(first.status == 0 && first.lines.count > 10)
    #expect(first.errors.contains("sample daybook") && first.errors.contains("not touched"))
    #expect(!first.output.contains("mine"))
    try shell.run("capture", "played with", "--sample")
    let mine = try shell.run("list", "--json").json()
    #expect(mine["total"] as? Int == 1)
    #expect(try shell.run("list", "played", "--sample").lines.count == 2)
    for words in [["verify"], ["review", "--plain"], ["status"], ["doctor"], []] {
      #expect(try shell.run(words + ["--sample"]).status == 0, "\(words)")
    }
    let refused = try shell.run("list", "--sample", "--store", shell.path + "/other")
    #expect(refused.status == 64 && refused.errors.contains("--store"))
    let elsewhere = try shell.run(
      ["list", "--sample"], environment: ["XDG_DATA_HOME": shell.path + "/data"])
    #expect(elsewhere.status == 0 && !elsewhere.output.contains("played"))
    #expect(FileManager.default.fileExists(atPath: shell.path + "/data/daybook-sample/data.mdb"))
  }
}
