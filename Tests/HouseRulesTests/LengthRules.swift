import Testing

/// Files of more than 300 lines.
func longFiles(_ source: SwiftSource) -> [Offence] {
  let count = source.lines.count
  return count > 300 ? [source.offence(301, "a file of \(count) lines; at most 300")] : []
}

/// Lines of more than 100 columns.
func longLines(_ source: SwiftSource) -> [Offence] {
  source.lines.enumerated().compactMap { index, line in
    line.count > 100
      ? source.offence(index + 1, "a line of \(line.count) columns; at most 100") : nil
  }
}

/// Functions, initialisers, subscripts and computed properties of more than 60 lines.
func longFunctions(_ source: SwiftSource) -> [Offence] {
  FunctionBodies(source).lines.compactMap { lines in
    lines.count > 60
      ? source.offence(lines.lowerBound, "a function of \(lines.count) lines; at most 60") : nil
  }
}

struct LengthRulesTests {
  @Test func `files have at most 300 lines`() {
    expectNone(SourceTree.swift.flatMap(longFiles))
    #expect(longFiles(SwiftSource("a.swift", String(repeating: "\n", count: 300))).isEmpty)
    #expect(longFiles(SwiftSource("a.swift", String(repeating: "\n", count: 301))).count == 1)
  }

  @Test func `lines have at most 100 columns`() {
    expectNone(SourceTree.swift.flatMap(longLines))
    let long = String(repeating: "é", count: 100)
    #expect(longLines(SwiftSource("a.swift", "\(long)\n\(long)e\n")).map(\.line) == [2])
  }

  @Test func `functions have at most 60 lines`() {
    expectNone(SourceTree.swift.flatMap(longFunctions))
    let inner = String(repeating: "  step { }\n", count: 59)
    let long = "\n@Test func a(b: Int = { 1 }()) -> Int\nwhere C == D {\n\(inner)}\n"
    let short = "func == (a: A) -> Bool {\n\(inner.dropFirst(11))}\n"
    let property = "protocol P {\n  func a()\n  init()\n}\nvar a: [Int] {\n\(inner)}\n"
    #expect(longFunctions(SwiftSource("a.swift", long)).map(\.line) == [2])
    #expect(longFunctions(SwiftSource("a.swift", short)).isEmpty)
    #expect(longFunctions(SwiftSource("a.swift", property)).map(\.line) == [5])
  }
}
