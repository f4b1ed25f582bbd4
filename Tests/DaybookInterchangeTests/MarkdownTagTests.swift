import DaybookInterchange
import Testing

struct MarkdownTagTests {
  private func tags(_ text: String) -> [String] {
    VaultNote(path: "x.md", raw: Array(text.utf8)).tags.map(\.name)
  }

  @Test(arguments: [
    ("#a #b/c, (#d) #e-f_g.", ["a", "b/c", "d", "e-f_g"]),
    ("#1984 #y1984 #19-84", ["y1984", "19-84"]),
    ("C# issue#12 łC#x ##h \\#no", []), ("#żółw #日本語。 #🐢 #👩‍💻x", ["żółw", "日本語", "🐢", "👩‍💻x"]),
    ("#a/ #/ #", ["a"]), ("`#no` ``a ` #no`` #yes ` #open", ["yes", "open"]),
    ("```\n#no\n```\n#yes", ["yes"]), ("~~~~\n#no\n~~~\n#no\n~~~~\n#yes", ["yes"]),
    ("> ```\n> #no\n#yes", ["yes"]), ("- ```\n  #no\n  ```\n#yes", ["yes"]),
    ("```a`b``` #yes\n#two", ["yes", "two"]), ("```\n#never closed", []),
    ("%% #no %% #yes", ["yes"]), ("%%\n#no\n```\n%%\n#yes", ["yes"]), ("%% #no", []),
    ("<!-- #no\n#no --> #yes", ["yes"]), ("<!-- #yes", ["yes"]), ("$$ #no $$ #yes", ["yes"]),
    ("https://example.org/a#no #yes", ["yes"]), ("<https://example.org/#no>", []),
    ("[w](https://example.org/#no) [h](#no) #yes", ["yes"]), ("[[A#no]] [[#no]] #yes", ["yes"]),
    ("<a href=\"#no\">#yes</a>", ["yes"]), ("a < b #yes > c", ["yes"]), ("&#x27; #yes", ["yes"]),
    ("# Heading #yes\n## Two", ["yes"]), ("#A #a #Ą #ą", ["A", "Ą"]), ("#caf\u{E9}.", ["café"]),
    ("\r\n#crlf\r\n", ["crlf"]), ("\u{FEFF}#bom", ["bom"]), ("- [ ] x #yes", ["yes"]),
    ("❤️#yes", ["yes"]), ("[[ open #yes", ["yes"]), ("[a](b #yes", ["yes"]),
    ("a `b\nc` #yes", ["yes"]),
  ])
  func `inline tags follow the rules`(text: String, expected: [String]) {
    #expect(tags(text) == expected)
  }

  @Test(arguments: [
    ("tags: [a, '#b', c/d]", ["a", "b", "c/d"]), ("tags:\n- a\n- b", ["a", "b"]),
    ("tags: a", ["a"]),
    ("tags: a, b", ["a", "b"]), ("tag: '#a #b'", ["a", "b"]), ("Tags: [A, a]", ["A"]),
    ("tags:", []), ("tags: [2024, true, null]", ["2024", "true"]),
    ("tags: [two words]", ["two words"]), ("tag: x\ntags: y", ["y", "x"]),
  ])
  func `frontmatter tags come in every form`(yaml: String, expected: [String]) {
    #expect(tags("---\n\(yaml)\n---\n") == expected)
  }

  @Test func `a tag in both places is one of the frontmatter`() {
    let note = VaultNote(path: "x.md", raw: Array("---\ntags: [Home]\n---\n#home #new".utf8))
    #expect(
      note.tags == [
        VaultTag(name: "Home", origin: .frontmatter), VaultTag(name: "new", origin: .inline),
      ])
  }

  @Test func `a tag ends at bytes that are not UTF-8`() {
    let note = VaultNote(path: "x.md", raw: Array("#caf".utf8) + [0xE9, 0x20] + Array("#b".utf8))
    #expect(note.tags.map(\.name) == ["caf", "b"])
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      "[", "[[", "[[a", "](", "[](", "(", "<a", "`", "%%", "$$", "#", "<!--", "\\", "> ", "://",
    ])
  func `hostile text takes linear time`(piece: String) {
    let text = String(repeating: piece, count: 200_000)
    #expect(VaultNote(path: "x.md", raw: Array(text.utf8)).tags.isEmpty)
    let growing = (1...600).map { String(repeating: piece, count: $0) }.joined(separator: " ")
    #expect(VaultNote(path: "x.md", raw: Array(growing.utf8)).tags.isEmpty)
  }

  @Test func `10,000 nested brackets are fine`() {
    let text = String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
    #expect(tags(text + " #yes") == ["yes"])
    #expect(tags("---\na: " + text + "\n---\n#yes") == ["yes"])
    let hidden = "---\na: " + String(repeating: "[\"]\", ", count: 9_000) + "\n---\n#yes"
    #expect(tags(hidden) == ["yes"])
    let closed = String(repeating: "[\"]\", ", count: 990) + String(repeating: "]", count: 990)
    #expect(tags("---\na: " + closed + "\n---\n#yes") == ["yes"])
  }
}
