import Daybook
import DaybookEvents
import Foundation
import Testing

/// `kill -9` while a whole import is taken back.
struct UndoKillTests {
  private static let items = 9_000

  @Test
  func `an undo of an import that is killed again and again goes on, and is one in the end`()
    throws
  {
    let lab = try Lab()
    try lab.capture("store", "mine")
    try Self.writeImport(lab("store"))
    let before = try lab.status("store").events
    var microseconds: UInt32 = 20_000
    var steps: Set<Int> = []
    while true {
      let command = try lab.start("store", ["undo", "--yes"])
      usleep(microseconds)
      command.kill()
      if try command.wait().end == .status(0) { break }
      // Killed after its last step it is done: another would take back what was before.
      if try lab.list("store", "--limit", "2").items.count < 2 { break }
      steps.insert(try lab.status("store").events - before)
      microseconds += microseconds / 4
    }
    #expect(steps.contains { $0 > 0 }, "no kill fell between two steps")
    #expect(try lab.list("store").items.map(\.title) == ["mine"])
    try lab.expectSound("store")
    // What was taken back in several goes holds again in one.
    try lab.done("store", "redo", "--yes")
    #expect(try lab.list("store").items.count == Self.items + 1)
    try lab.done("store", "undo", "--yes")
    #expect(try lab.list("store").items.map(\.title) == ["mine"])
  }

  private static func writeImport(_ path: String) throws {
    let store = try Library.open(path)
    var number = 0
    _ = try store.importItems {
      guard number < items else { return nil }
      var item = ImportedItem(
        id: .imported("test", foreignID: "\(number)"), source: "test",
        place: ImportPlace(file: "test"))
      item.fields.title = Text("item \(number)")
      number += 1
      return item
    }
  }
}
