import DaybookConsole
import Testing

struct LineEditorTests {
  private func press(_ editor: inout LineEditor, _ keys: Key...) {
    for key in keys {
      let isTaken = editor.take(key)
      #expect(isTaken, "\(key)")
    }
  }

  private func word(_ text: String) -> LineEditor {
    var editor = LineEditor()
    for character in text { press(&editor, .character(character)) }
    return editor
  }

  @Test func `what is typed goes where the cursor is`() {
    var editor = word("gto")
    press(&editor, .left, .left, .character("a"))
    #expect(editor.text == "gato")
    #expect(editor.view(width: 10) == ("gato", 2))
    press(&editor, .home, .delete, .end, .backspace, .character("e"))
    #expect(editor.text == "ate")
  }

  @Test func `the ends are safe`() {
    var editor = LineEditor()
    press(&editor, .backspace, .delete, .left, .right, .home, .end, .control("w"))
    #expect(editor.text == "")
  }

  @Test func `words and halves are deleted as in a shell`() {
    var editor = word("one two  ")
    press(&editor, .control("w"))
    #expect(editor.text == "one ")
    press(&editor, .control("a"), .control("k"))
    #expect(editor.text == "")
    editor = word("abc")
    press(&editor, .left, .control("u"))
    #expect(editor.text == "c")
    press(&editor, .control("e"), .character("d"))
    #expect(editor.text == "cd")
  }

  @Test func `marks join the character before them, and go with it`() {
    var editor = LineEditor()
    press(&editor, .character("e"), .character("\u{301}"))
    #expect(editor.text == "e\u{301}")
    #expect(editor.view(width: 10).cursor == 1)
    press(&editor, .backspace)
    #expect(editor.text == "")
  }

  @Test func `a paste is one line without controls`() {
    var editor = LineEditor()
    press(&editor, .paste("a\r\nb\tc\u{1B}[2Jd"))
    #expect(editor.text == "a b c[2Jd")
    press(&editor, .paste(String(repeating: "x", count: LineEditor.limit)))
    #expect(editor.text == "a b c[2Jd")
  }

  @Test func `keys that mean nothing to a line are left to others`() {
    var editor = word("a")
    for key in [Key.enter, .escape, .up, .down, .tab, .pageUp, .help, .control("c")] {
      let isTaken = editor.take(key)
      #expect(!isTaken)
    }
    #expect(editor.text == "a")
  }

  @Test(arguments: 3...20) func `the cursor is always in sight`(width: Int) {
    for text in ["", "short", "a rather long line of text", "日本語日本語日本語", "a\u{202E}b"] {
      var editor = word(text)
      for _ in 0...text.count {
        let view = editor.view(width: width)
        #expect(view.text.displayWidth <= width)
        #expect(view.cursor < width, "\(view)")
        press(&editor, .left)
      }
      #expect(editor.view(width: width).cursor == 0)
    }
  }
}
