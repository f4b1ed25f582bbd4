import Testing

/// Crashes in disguise: `try!`, `as!` and forced unwrapping.
func forcedValues(_ source: SwiftSource) -> [Offence] {
  source.offences("no try!, as! or forced unwrapping", where: #/[\w)\]}>"?]!(?!=)/#)
}

/// The clock and chance, which are inputs: made only at the edges of the product.
func hiddenInputs(_ source: SwiftSource) -> [Offence] {
  guard source.isProduct, !edges.contains(source.target) else { return [] }
  return source.offences(
    "time and ids are passed in", where: #/\b(?:Date|UUID)\(\s*\)|\bDate\.now\b/#)
}

/// Chance that nobody passed in: the system's, but where the standard options name it.
func systemRandomness(_ source: SwiftSource) -> [Offence] {
  guard source.isProduct, !edges.contains(source.target),
    source.path != "Sources/Daybook/Store/StoreOptions.swift"
  else { return [] }
  let pattern =
    #/
    \bSystemRandomNumberGenerator\b
    | \b(?:ReplicaKey|PrivateKey)\(\s*\)
    | \.(?:shuffled|randomElement)\(\s*\) | \bBool\.random\(\s*\)
    | \.random\(in:(?!.*using:)
    /#
  return source.offences("chance is passed in", where: pattern)
}

/// Printing anywhere but at the edges of the product.
func printing(_ source: SwiftSource) -> [Offence] {
  guard source.isProduct, !edges.contains(source.target) else { return [] }
  return source.offences(
    "only the command line prints", where: #/(?:^|[^.\w])(?:debugPrint|print|dump)\(/#)
}

/// Errors swallowed without a word about why.
func silentTries(_ source: SwiftSource) -> [Offence] {
  source.offences("try? needs its reason in a comment beside or above it", where: #/\btry\?/#)
    .filter { source.commentLines.isDisjoint(with: [$0.line, $0.line - 1]) }
}

private let edges = [
  "DaybookConsole", "DaybookCommand", "DaybookInterchangeCommand", "DaybookSystem",
]

struct ForbiddenCallRulesTests {
  @Test func `nothing is forced`() {
    expectNone(SourceTree.swift.flatMap(forcedValues))
    let text = """
      let a = try! b()
      let c = d as! E
      let f = g[0]!.h
      let i = j!
      let k = l != m && !n && o!=p  // q!
      let r = "s!"
      #if !os(Linux)
      """
    #expect(forcedValues(SwiftSource("a.swift", text)).map(\.line) == [1, 2, 3, 4])
  }

  @Test func `time and chance come from outside`() {
    expectNone(SourceTree.swift.flatMap(hiddenInputs))
    let text = "let a = Date()\nlet b = UUID( )\nlet c = Date.now\nlet d = Date(e)  // Date()\n"
    #expect(hiddenInputs(SwiftSource("Sources/Daybook/A.swift", text)).map(\.line) == [1, 2, 3])
    #expect(hiddenInputs(SwiftSource("Sources/DaybookSystem/A.swift", text)).isEmpty)
  }

  @Test func `nothing draws from the system's random source but what the options name`() {
    expectNone(SourceTree.swift.flatMap(systemRandomness))
    let text = """
      let a = ReplicaKey()
      var b = SystemRandomNumberGenerator()
      let c = Int.random(in: 0..<9)
      let d = Int.random(in: 0..<9, using: &b) + b.random(e)
      let f = [g].shuffled() + [h].shuffled(using: &b)  // ReplicaKey()
      let i = Curve25519.Signing.PrivateKey()
      let j = Bool.random()
      """
    let found = systemRandomness(SwiftSource("Sources/Daybook/A.swift", text))
    #expect(found.map(\.line) == [1, 2, 3, 5, 6, 7])
    let options = SwiftSource("Sources/Daybook/Store/StoreOptions.swift", text)
    #expect(systemRandomness(options).isEmpty)
  }

  @Test func `only the command line prints`() {
    expectNone(SourceTree.swift.flatMap(printing))
    let text = "print(a)\n  debugPrint(b)\npress.print(c)\nfingerprint(d)\n// print(e)\n"
    #expect(printing(SwiftSource("Sources/Daybook/A.swift", text)).map(\.line) == [1, 2])
    #expect(printing(SwiftSource("Sources/DaybookConsole/A.swift", text)).isEmpty)
  }

  @Test func `no error is swallowed without a reason`() {
    expectNone(SourceTree.swift.flatMap(silentTries))
    let text = """
      let a = try? b()

      // It may be gone already.
      let c = try? d()
      let e = try? f()
      let g = try? h()  // It may be gone already.
      """
    #expect(silentTries(SwiftSource("a.swift", text)).map(\.line) == [1, 5])
  }
}
