import Testing

/// An error type as its source declares it.
struct ErrorType: Equatable {
  let name: String
  /// What can be wrong: the cases of an enum, or of the enum inside a struct that says why.
  var cases: [String]
  /// The enum with the cases, where that is one inside: `Kind` of `SystemError`.
  var inner: String?
  /// Whether it is a struct that carries its own explanation: the compiler asks for it.
  var isExplained = false

  /// The name of what is switched over.
  var switched: String { inner.map { "\(name).\($0)" } ?? name }
}

/// The error types of a file that leave it; private ones are its own business.
func errorTypes(_ source: SwiftSource) -> [ErrorType] {
  guard source.isProduct else { return [] }
  let declaration =
    #/^(?:package |public )?(?:indirect )?(enum|struct) (\w+): [^{]*\b(?:Error|Explainable)\b/#
  return source.code.enumerated().compactMap { index, line in
    guard let match = line.firstMatch(of: declaration) else { return nil }
    var type = ErrorType(name: String(match.2), cases: [])
    if match.1 == "enum" {
      type.cases = cases(in: source.code[(index + 1)...], indent: 2)
    } else {
      let lines = (bodies(in: source)[type.name] ?? []).map { source.code[$0] }
      if let inner = lines.firstIndex(where: { $0.contains(#/enum (?:Kind|Problem):/#) }) {
        type.inner = lines[inner].contains("enum Kind") ? "Kind" : "Problem"
        type.cases = cases(in: lines[(inner + 1)...], indent: 4)
      }
    }
    type.isExplained = match.1 == "struct" && line.contains("Explainable")
    return type
  }
}

/// The names in `case` lines of one indent, up to the brace that closes their enum.
private func cases(in lines: ArraySlice<String>, indent: Int) -> [String] {
  let margin = String(repeating: " ", count: indent)
  let body = lines.prefix { !$0.hasPrefix(margin.dropLast(2) + "}") }
  return body.filter { $0.hasPrefix(margin + "case ") }.flatMap { line in
    line.dropFirst(indent + 5).replacing(#/\([^)]*\)/#, with: "").split(separator: ",")
      .map { $0.prefix { $0 != "=" }.filter { $0 != " " } }
  }
}

/// Cases of an error type for which nothing says how a person is told: neither a sample that
/// `DaybookConsoleTests` puts through the renderer, nor a switch without a default.
func unexplainedCases(
  _ type: ErrorType, samples: String, switches: [String: [String]]
) -> [String] {
  if type.isExplained { return [] }
  if type.inner != nil || type.cases.isEmpty {
    let isLooped = samples.contains("\(type.switched).allCases")
    if samples.contains("\(type.name)("), type.cases.isEmpty || isLooped { return [] }
  }
  let missing = type.cases.filter { name in
    !samples.contains(wholeWord: "\(type.name).\(name)")
      && !(switches[type.switched] ?? []).contains { $0.contains(wholeWord: ".\(name)") }
  }
  return type.cases.isEmpty ? ["itself"] : missing
}

/// The bodies of types that switch over themselves and leave no case to a default: the compiler
/// then asks for every case.
func exhaustiveSwitches(_ product: [SwiftSource]) -> [String: [String]] {
  product.reduce(into: [:]) { found, source in
    for (name, lines) in bodies(in: source) {
      let code = lines.map { source.code[$0] }.joined(separator: "\n")
      guard code.contains("switch self"), !code.contains("default:") else { continue }
      found[name, default: []].append(code)
    }
  }
}

/// The lines of each type's declaration and extensions in a file, counted from 0.
private func bodies(in source: SwiftSource) -> [String: [Int]] {
  var found: [String: [Int]] = [:]
  var name: String?
  for (index, line) in source.code.enumerated() {
    // Whatever stands at the left margin begins or ends something.
    if let first = line.first, first.isLetter || first == "@" { name = declaredName(line) }
    if let name { found[name, default: []].append(index) }
    if line.hasPrefix("}") { name = nil }
  }
  return found
}

/// The type that a line begins to declare or extend, `LMDBError.Kind` included.
private func declaredName(_ line: String) -> String? {
  let words = line.split(separator: " ")
  guard let keyword = words.firstIndex(where: { ["struct", "enum", "extension"].contains($0) }),
    keyword + 1 < words.count
  else { return nil }
  return String(words[keyword + 1].prefix { $0.isLetter || $0.isNumber || $0 == "." })
}

/// Parts of error types that could carry what somebody wrote into a note.
func notesInErrors(_ source: SwiftSource) -> [Offence] {
  let part = #/^ +(?:case \w+\(|(?:package |public )?(?:let|var) \w+:)/#
  let note = #/\b(?:Text|Item|ItemChange|Card|CardChange|Record|Head|FieldValue|UInt8)\b/#
  let bodies = bodies(in: source)
  return errorTypes(source).flatMap { bodies[$0.name] ?? [] }.compactMap { index in
    let line = source.code[index]
    guard line.contains(part), line.contains(note) else { return nil }
    return source.offence(index + 1, "an error holds ids, sizes and places, never a note's text")
  }
}

extension String {
  /// Whether it holds a text that ends where a word ends.
  fileprivate func contains(wholeWord text: String) -> Bool {
    ranges(of: text).contains { range in
      range.upperBound == endIndex
        || !(self[range.upperBound].isLetter || self[range.upperBound].isNumber
          || self[range.upperBound] == ".")
    }
  }
}

struct ErrorCaseRuleTests {
  /// Errors that no person ever meets as such, and why.
  private static let exempt = [
    "TransactionRestart": "never leaves LMDB: the transaction is begun again",
    "SchedulingError": "no command takes parameters from a person yet",
    "DocumentProblem": "told with its file and place: UsageError.unreadableFile",
    "TimeParseError": "one sentence for all, with the place: UsageError.unreadableTime",
  ]

  @Test func `every error case has its explanation`() {
    let product = SourceTree.swift.filter(\.isProduct)
    let samples = SourceTree.text(of: "Tests/DaybookConsoleTests/ErrorSamples.swift")
    let types = product.flatMap(errorTypes)
    let switches = exhaustiveSwitches(product)
    #expect(types.count >= 15)
    #expect(Set(Self.exempt.keys).isSubset(of: types.map(\.name)))
    for type in types where Self.exempt[type.name] == nil {
      for name in unexplainedCases(type, samples: samples, switches: switches) {
        Issue.record("\(type.name), \(name): nothing shows how a person is told; see ErrorSamples")
      }
    }
  }

  @Test func `no error can hold a note's text`() {
    expectNone(SourceTree.swift.flatMap(notesInErrors))
  }

  @Test func `cases are read from enums, and from the enum inside a struct`() {
    let text = """
      package enum FirstError: Error, Equatable {
        /// Said. case not(this)
        case one(String, [Text]), two
        case three = 3
        enum Inner { case hidden }
      }
      struct SecondError: Error {
        package enum Kind: Equatable {
          case four
          case five
        }
        let kind: Kind
        let title: Text
      }
      private struct Own: Error {}
      struct Told: Explainable { let path: String }
      extension FirstError { var words: String { switch self { case .two: "" } } }
      """
    let source = SwiftSource("Sources/Daybook/A.swift", text)
    let types = errorTypes(source)
    let switches = exhaustiveSwitches([source])
    #expect(types.map(\.name) == ["FirstError", "SecondError", "Told"])
    #expect(types.map(\.cases) == [["one", "two", "three"], ["four", "five"], []])
    #expect(unexplainedCases(types[2], samples: "", switches: [:]).isEmpty)
    let samples = "FirstError.one(\"\"), FirstError.threesome"
    #expect(unexplainedCases(types[0], samples: samples, switches: switches) == ["three"])
    #expect(unexplainedCases(types[1], samples: samples, switches: switches) == ["four", "five"])
    let looped = "SecondError.Kind.allCases.map { SecondError(kind: $0) }"
    #expect(unexplainedCases(types[1], samples: looped, switches: [:]).isEmpty)
    #expect(notesInErrors(source).map(\.line) == [3, 13])
  }
}
