import DaybookText
import Testing

/// The files that fields use.
struct MediaReferencesTests {
  @Test func `pictures, sounds, videos and objects are found, each once`() {
    let html = """
      <img src="a.png"><IMG alt=x SRC='b c.png'><img src=d.png class=y>[sound:e.mp3]\
      <audio src="f.ogg"></audio><video><source src=g.webm></video><object data="h.svg"></object>\
      [sound:e.mp3]<img src="k%C3%B3t.png"><img src="l&amp;m.png">[sound:n&amp;o.mp3]
      """
    #expect(
      MediaReferences.names(in: html) == [
        "a.png", "b c.png", "d.png", "e.mp3", "f.ogg", "g.webm", "h.svg", "kót.png", "l&m.png",
        "n&o.mp3",
      ])
  }

  @Test(arguments: [
    "<img src='https://example.org/a.png'>", "<img src=data:image/png;base64,AA==>", "<img>",
    "<img src=''>", "<img src='../a.png'>", "<img src='a\\b.png'>", "[sound:]", "[sound:a.mp3",
    "<!-- <img src=a.png> -->", "<script>'<img src=a.png>'</script>", "<a href=a.png>a.png</a>",
    "<img data=a.png>", "sound:a.mp3]", "&lt;img src=a.png>",
  ])
  func `addresses, paths and what is no reference are not`(html: String) {
    #expect(MediaReferences.names(in: html) == [])
    #expect(MediaReferences.renaming("a.png", to: "b.png", in: html) == html)
  }

  @Test func `a name is changed wherever it is used, and nothing else`() {
    let html = """
      a.png <img  src="a.png" ><img src=a.png><img src='a%2Epng'>[sound:a.png]<img src=ba.png>\
      <a href="a.png">
      """
    #expect(
      MediaReferences.renaming("a.png", to: "x y&z.png", in: html) == """
        a.png <img  src="x y&amp;z.png" ><img src="x y&amp;z.png"><img src='x y&amp;z.png'>\
        [sound:x y&amp;z.png]<img src=ba.png><a href="a.png">
        """)
  }

  @Test(arguments: ["100%41.png", "50%.png", "a'b\"c.png", "ü.png", "a<b.png"])
  func `a new name is read back as it is`(name: String) {
    for html in ["<img src=a.png>", "<img src=\"a.png\">", "<img src='a.png'>", "[sound:a.png]"] {
      let renamed = MediaReferences.renaming("a.png", to: name, in: html)
      #expect(MediaReferences.names(in: renamed) == [name])
    }
  }
}

/// Fields without their HTML.
struct HTMLStrippingTests {
  @Test(arguments: [
    ("<b>a</b> &amp; b<br>c", "a & bc"), ("<style>x</style>a<!-- b -->c", "ac"),
    ("a<img src=\"b.png\">c", "a b.png c"), ("[sound:a.mp3]", "[sound:a.mp3]"),
    ("a&nbsp;b", "a b"), ("1 < 2", "1 < 2"), ("<object data=x.svg></object>", " x.svg "), ("", ""),
  ])
  func `sorting and duplicates go by the text with the names of files`(html: String, text: String) {
    #expect(HTMLStripping.sortText(of: html) == text)
  }

  @Test func `text alone has no names of files`() {
    #expect(HTMLStripping.text(of: "a<img src=\"b.png\">c <i>&lt;d&gt;</i>") == "ac <d>")
  }

  @Test(arguments: ["", " \n", "<br>", "<div><br /></div> ", "</div>"])
  func `a field of white space and line breaks is empty`(html: String) {
    #expect(HTMLStripping.isEmpty(html))
  }

  @Test(arguments: ["a", "<img src=a.png>", "&nbsp;", "<b></b>", "[sound:a.mp3]", "<!-- x -->"])
  func `a field that shows or plays something is not`(html: String) {
    #expect(!HTMLStripping.isEmpty(html))
  }
}
