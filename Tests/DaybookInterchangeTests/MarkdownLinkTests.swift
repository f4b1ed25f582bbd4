import DaybookInterchange
import Testing

struct MarkdownLinkTests {
  private func links(_ text: String, path: String = "Folder/Sub/x.md") -> [VaultLink] {
    VaultNote(path: path, raw: Array(text.utf8)).links
  }

  /// target # heading ^ block | shown, with ! for embedded ones.
  private func outline(_ link: VaultLink) -> String {
    (link.isEmbed ? "!" : "") + link.target + (link.heading.map { "#" + $0 } ?? "")
      + (link.block.map { "^" + $0 } ?? "") + (link.shownText.map { "|" + $0 } ?? "")
  }

  @Test(arguments: [
    ("[[A]] [[A|b]] [[A#h]] [[A#h1#h2|b]]", ["A", "A|b", "A#h", "A#h1#h2|b"]),
    ("[[#own]] [[A#^blk]] ![[A]] ![[i.png|200]]", ["#own", "A^blk", "!A", "!i.png|200"]),
    ("[[]] [[ open", []), ("[[a [[b]]", ["b"]), ("[[[a]]]", ["a"]), ("| [[T\\|Ts]] |", ["T|Ts"]),
    ("[[With (parens) & amp; signs]]", ["With (parens) & amp; signs"]),
    ("`[[no]]` %%[[no]]%% \\[[no]] \\![[yes]]", ["yes"]),
    ("[t](Event%20sourcing.md)", ["Event sourcing.md|t"]), ("![](a.png)", ["!a.png"]),
    ("[t](A.md#Some%20heading) [t](#h) [t](A.md#^b)", ["A.md#Some heading|t", "#h|t", "A.md^b|t"]),
    ("[t](https://x.org/#f) [t](mailto:a@b.c) [t](//x.org)", []),
    ("[t](<two words.md> \"title\") [t](no link.md)", ["two words.md|t"]),
    ("[t](a(b).md) [x [y] z](c.md)", ["a(b).md|t", "c.md|x [y] z"]),
    (
      "[t](./near.md) [t](../up.md) [t](../../../out.md)",
      ["Folder/Sub/near.md|t", "Folder/up.md|t", "../../../out.md|t"]
    ),
    ("[t](bad%ff.md) [t](50%.md)", ["bad%ff.md|t", "50%.md|t"]), ("[t] (a.md) [u](b.md", []),
  ])
  func `links are read as written`(text: String, expected: [String]) {
    #expect(links(text).map(outline) == expected)
  }

  @Test func `a link knows its bytes`() throws {
    let text = "Ż ![[A|b]] and [t](c.md)"
    let note = VaultNote(path: "x.md", raw: Array(text.utf8))
    let sources = note.links.map { String(decoding: note.body[$0.range], as: UTF8.self) }
    #expect(sources == ["![[A|b]]", "[t](c.md)"])
  }
}
