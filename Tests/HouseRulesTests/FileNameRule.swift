import Testing

/// Whether a file of the product bears the name of what is in it.
///
/// That is a type it declares or extends, before a `+` where something of the type is added; a
/// function at the margin; `…Schema`, for what a feature declares of its rows; or a word in the
/// plural, for several types of which none is the main one.
func fileNameOffence(_ source: SwiftSource) -> Offence? {
  let file = source.path.split(separator: "/").last?.dropLast(".swift".count) ?? ""
  guard !["main", "Exports"].contains(file) else { return nil }
  let base = file.prefix { $0 != "+" }
  let named = marginNames(source)
  if named.contains(base) || named.contains(base.prefix(1).lowercased() + base.dropFirst()) {
    return nil
  }
  let isGroup = base == file && base.last == "s" && named.count > 1
  let isSchema = base.hasSuffix("Schema") && named.contains("FieldSchema")
  let isViewSchema = base.hasSuffix("Schema") && named.contains("ViewSchema")
  guard !isGroup, !isSchema, !isViewSchema else { return nil }
  return source.offence(
    1, "the file has none of the names in it: \(named.sorted().joined(separator: ", "))")
}

/// The types and functions that a file declares or extends at its margin.
private func marginNames(_ source: SwiftSource) -> Set<Substring> {
  let kinds: Set<Substring> = [
    "struct", "class", "enum", "protocol", "actor", "typealias", "extension", "func",
  ]
  var names: Set<Substring> = []
  for line in source.code {
    guard let first = line.utf8.first, first != UInt8(ascii: " ") else { continue }
    let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "[" }
    guard let kind = words.firstIndex(where: kinds.contains), kind + 1 < words.count else {
      continue
    }
    let name = words[kind + 1]
    names.insert(name.first == "[" ? "Array" : name)
  }
  return names
}

struct FileNameRuleTests {
  @Test func `files bear the names of what is in them`() {
    expectNone(
      SourceTree.swift.filter { $0.path.hasPrefix("Sources/") }.compactMap(fileNameOffence))
  }

  @Test(arguments: [
    ("Word.swift", "package struct Word {}", true),
    ("Word.swift", "extension Words {}", false),
    ("Word+Length.swift", "extension Word { struct Length {} }", true),
    ("Length.swift", "extension Word { struct Length {} }", false),
    ("Words.swift", "struct Word {}", false),
    ("Words.swift", "struct Noun {}\nstruct Verb {}", true),
    ("Folded.swift", "func folded() {}", true),
    ("Array+UTF8.swift", "extension [UInt8] {}", true),
    ("WordSchema.swift", "extension FieldSchema {}", true),
    ("WordSchema.swift", "extension Word {}", false),
  ])
  func `a file of another name is found`(file: String, text: String, isFine: Bool) {
    let source = SwiftSource("Sources/A/" + file, text)
    #expect((fileNameOffence(source) == nil) == isFine)
  }
}
