import Daybook
import DaybookConsole
import DaybookEvents
import DaybookSystem

/// What a card asks and answers, as typed; `-` reads one side from standard input.
struct CardFields {
  private let front: Word?
  private let back: Word?

  init(front: Word?, back: Word?) {
    self.front = front
    self.back = back
  }

  /// The fields given.
  ///
  /// - Throws: a usage error for two sides from one input.
  func change() throws -> CardChange {
    guard [front, back].filter({ $0?.string == "-" }).count < 2 else {
      throw UsageError.contradiction("Only one side can come from standard input")
    }
    var change = CardChange()
    change.front = try front.map(ItemFieldArguments.text)
    change.back = try back.map(ItemFieldArguments.text)
    return change
  }
}
