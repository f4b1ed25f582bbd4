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

/// The commands read through what a store can do, as any program does that embeds the library:
/// only where many answers must be of one moment do they look into a transaction themselves.
func ownTransactions(_ source: SwiftSource) -> [Offence] {
  guard edges.contains(source.target), !readingAtOnce.contains(source.path) else { return [] }
  return source.offences(
    "ask the store for this instead of reading in a transaction",
    where: #/\bstore\.read\s*(?:\(at:.*\)\s*\{|\{|\(\s*\{)/#)
}

/// Files of commands that read in a transaction of their own, with the reason.
private let readingAtOnce: Set = [
  // Entries, their accounts and what they observed are read as they are printed, without a copy of
  // a log that may not fit in memory.
  "Sources/DaybookCommand/Log/LogCommand.swift", "Sources/DaybookCommand/Items/ShowCommand.swift",
  // What was undone is told in the words of the log, of the same moment.
  "Sources/DaybookCommand/Log/UndoCommand.swift",
  // A replay goes on from frame to frame, in place.
  "Sources/DaybookCommand/Replay/ReplayDesk.swift",
  // A text and the writes that it shows have to be of one moment, to be written against.
  "Sources/DaybookCommand/Items/EditSession.swift",
]

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

  @Test func `commands read through what a store can do`() {
    expectNone(SourceTree.swift.flatMap(ownTransactions))
    let text = """
      try store.read { moment, transaction in
      try store.read(at: past.time(in: store)) { moment, transaction in
      let a = try store.read({ try $0.b($1) })
      let c = try store.readAll()  // store.read {
      """
    let found = ownTransactions(SwiftSource("Sources/DaybookCommand/A.swift", text))
    #expect(found.map(\.line) == [1, 2, 3])
    #expect(ownTransactions(SwiftSource("Sources/Daybook/A.swift", text)).isEmpty)
    #expect(
      ownTransactions(SwiftSource("Sources/DaybookCommand/Log/LogCommand.swift", text)).isEmpty)
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
