import DaybookInterchange
import Testing

/// The samples the demo imports, in `tools/samples`.
struct OwnSamplesTests {
  @Test func `the vault reads as its author meant it`() throws {
    let scan = VaultScan(SampleFiles.paths(under: "vault", in: SampleFiles.ownFolder))
    var tags: [String: String] = [:]
    var problems: [String] = []
    for path in scan.notes {
      let raw = try SampleFiles.bytes("vault/" + path, in: SampleFiles.ownFolder)
      let note = VaultNote(path: path, raw: raw)
      #expect(note.frontmatter + note.body == raw)
      tags[note.title] = note.tags.map(\.name).joined(separator: " ")
      if !note.problems.isEmpty { problems.append(path) }
    }
    #expect(
      tags == [
        "Start here": "index", "2026-11-20": "weather", "日記 a line a day": "日記 habit",
        "The forgetting curve": "study/memory psychology experiment/single-subject",
        "Spacing effect": "study/memory essay", "Boiler": "house heating lesson",
        "Paint colours": "house mystery", "Pruning calendar": "garden/pruning",
        "Żurek": "kuchnia/zupy niedziela żytni 🥚",
      ])
    #expect(problems == ["Garden/Pruning calendar.md"])
  }

  @Test func `the tasks read without a problem`() throws {
    let file = TaskwarriorFile.parse(
      try SampleFiles.bytes("tasks.json", in: SampleFiles.ownFolder))
    #expect(file.problems.isEmpty)
    #expect(file.tasks.count == 8)
    #expect(file.tasks.map(\.status).filter { $0 != .pending } == [.recurring, .completed])
    #expect(file.tasks.flatMap(\.extras).map(\.key) == ["estimate"])
  }
}
