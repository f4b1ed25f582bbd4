import Foundation
import Testing

/// `tools/bench` on a workload too small to mean anything: what its document looks like.
struct BenchTests {
  private struct Document: Decodable {
    struct Row: Decodable {
      let row: String
      let n: Int
      let ratio: Double
      let min: Double
      let max: Double
      let must: Double
      let aim: Double
    }

    let schema: String
    let rows: [Row]
  }

  @Test func `the document has a row for each bar, with its ratio and range`() throws {
    let tool = try Tool()
    let names = [
      "P1", "P1b", "P2", "P2b", "P3", "P5", "P6", "P7", "P11", "P11b", "P12", "P12b", "P13", "P15",
    ]
    let result = try tool.run(
      "Bench",
      [
        "--json", "--n", "1000", "--rounds", "1", "--rows", names.joined(separator: ","),
        "--folder", tool.folder,
      ])
    #expect(result.status == 0, "\(result.output)")
    let document = try JSONDecoder().decode(Document.self, from: Data(result.output.utf8))
    #expect(document.schema == "daybook.bench/1")
    // P5 needs OpenSSL's library, which need not be on every machine.
    #expect(document.rows.map(\.row).filter { $0 != "P5" } == names.filter { $0 != "P5" })
    for row in document.rows {
      #expect(row.n == 1000)
      #expect(row.ratio > 0 && row.min <= row.ratio && row.ratio <= row.max)
      #expect(row.aim > 0 && row.aim <= row.must)
    }
    #expect(document.rows.first { $0.row == "P1" }?.must == 1.2)
    #expect(document.rows.first { $0.row == "P15" }?.aim == 0.5)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: tool.folder).sorted()
        == ["errors", "output"])
  }

  @Test func `memory states are measured by themselves`() throws {
    let tool = try Tool()
    let result = try tool.run(
      "Bench", ["--json", "--rows", "S1", "--rounds", "1", "--folder", tool.folder])
    #expect(result.status == 0, "\(result.output)")
    let document = try JSONDecoder().decode(Document.self, from: Data(result.output.utf8))
    let row = try #require(document.rows.first)
    #expect(document.rows.count == 1 && row.row == "S1" && row.n == 100_000)
    #expect(row.ratio > 0 && row.min <= row.ratio && row.must == 200)
  }

  @Test func `a change of parameters is measured by itself`() throws {
    let tool = try Tool()
    let result = try tool.run(
      "Bench", ["--json", "--rows", "S2", "--rounds", "1", "--folder", tool.folder])
    #expect(result.status == 0, "\(result.output)")
    let document = try JSONDecoder().decode(Document.self, from: Data(result.output.utf8))
    let row = try #require(document.rows.first)
    #expect(document.rows.count == 1 && row.row == "S2" && row.n == 10_000)
    #expect(row.ratio > 0 && row.min <= row.ratio && row.must == 100)
  }

  @Test func `a row that does not exist is refused`() throws {
    let result = try Tool().run("Bench", ["--rows", "P99", "--n", "1000"])
    #expect(result.status != 0)
    #expect(result.output.contains("P99"))
  }
}
