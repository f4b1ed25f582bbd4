import Daybook
import DaybookConsole
import DaybookEvents
import DaybookSystem
import Testing

/// The full-screen face of a replay, and the state it shows.
struct ReplayScreenTests {
  private func lines(_ screen: ReplayScreen, _ columns: Int, _ rows: Int) -> [String] {
    screen.frame(Terminal.Size(columns: columns, rows: rows)).lines.map(\.text)
  }

  private var playing: ReplayScreen {
    var screen = ReplayScreen()
    (screen.title, screen.time) = ("Everything", "2026-11-21 08:46")
    (screen.shown, screen.count, screen.isPlaying, screen.speed) = (3, 12, true, 4)
    screen.state = [StyledLine("3 items")]
    screen.happened = (1...40).map { StyledLine("line \($0)") }
    return screen
  }

  @Test func `the head tells the time, the bar how far it is, the last line what happened last`() {
    let shown = lines(playing, 60, 12)
    #expect(shown.count == 12)
    #expect(shown[0].hasPrefix(" Everything") && shown[0].hasSuffix("2026-11-21 08:46"))
    #expect(shown[1].hasSuffix(" 3 of 12  ▶ 4 a second"))
    #expect(shown[1].count { $0 == "━" } * 3 == shown[1].count { $0 == "─" })
    #expect(shown[2] == " 3 items")
    #expect(shown[10] == " line 40")
    #expect(shown[11].contains("space play, pause"))
    var paused = playing
    (paused.isPlaying, paused.message) = (false, "The end.")
    #expect(lines(paused, 60, 12)[1].hasSuffix("⏸ paused"))
    #expect(lines(paused, 60, 12)[11] == " The end.")
  }

  @Test func `what happened keeps room beside many fields`() {
    var screen = playing
    screen.state = (1...50).map { StyledLine("field \($0)") }
    let shown = lines(screen, 60, 20)
    #expect(shown.contains(" field 1") && shown.contains(" …"))
    #expect(shown.contains(" line 40") && shown.contains(" line 36"))
  }

  @Test func `a time is typed on the last line, with the cursor behind it`() throws {
    var screen = playing
    var field = LineEditor()
    for character in "mon" { _ = field.take(.character(character)) }
    screen.field = field
    let frame = screen.frame(Terminal.Size(columns: 40, rows: 10))
    let cursor = try #require(frame.cursor)
    #expect(frame.lines[cursor.row].text == " Go to: mon")
    #expect(cursor == Frame.Place(row: 9, column: 11))
  }

  @Test func `no screen is wider or higher than the terminal`() {
    var screen = playing
    for width in 1...50 {
      for height in 1...14 {
        screen.field = width % 3 == 0 ? LineEditor() : nil
        let frame = screen.frame(Terminal.Size(columns: width, rows: height))
        #expect(frame.lines.count <= height)
        #expect(frame.lines.allSatisfy { $0.width <= width }, "\(width)x\(height)")
        #expect((frame.cursor?.column ?? 0) < width)
      }
    }
  }

  @Test func `changes are taken back as they were made`() {
    let (item, card) = (EntityID(name: "item", "1"), EntityID(name: "card", "1"))
    func change(
      _ row: RowKey, _ key: FieldKey, _ old: [UInt8]?, _ new: [UInt8]?
    ) -> PlaybackFrame.Change {
      PlaybackFrame.Change(row: row, key: key, old: old, new: new)
    }
    let own = RowKey(.item, item)
    let frames = [
      [change(own, FieldKey(.life), nil, [1]), change(own, FieldKey(.title), nil, [65])],
      [change(own, FieldKey(.title), [65], [66]), change(own, FieldKey(.title), [66], [67])],
      [change(RowKey(.reviews, card), FieldKey(.answer, 7), nil, [1])],
      [change(RowKey(.reviews, card), FieldKey(.retracted, 7), nil, [1])],
      [change(own, FieldKey(.life), [1], [0])],
    ]
    var state = ReplayState(showsFields: true)
    var seen: [(fields: [PlaybackFrame.Change], counts: [String])] = []
    func counts(_ state: ReplayState) -> [String] { state.counts.map { "\($0.count) \($0.name)" } }
    for frame in frames {
      seen.append((state.fields, counts(state)))
      state.apply(frame)
    }
    #expect(
      seen.map(\.counts) == [[], ["1 item"], ["1 item"], ["1 item", "1 answer"], ["1 item"]])
    #expect(counts(state) == [])
    #expect(seen[2].fields.first { $0.key.field == .title }?.new == [67])
    for (frame, before) in zip(frames, seen).reversed() {
      state.revert(frame)
      #expect(state.fields == before.fields)
      #expect(counts(state) == before.counts)
    }
  }
}
