/// One thing a person did at the keyboard.
package enum Key: Equatable, Sendable {
  /// A character that shows; a mark that joins the one before comes as a key of its own.
  case character(Character)
  /// Enter, on either part of the keyboard.
  case enter
  /// The tabulator.
  case tab
  /// Escape by itself.
  case escape
  /// Deletes to the left.
  case backspace
  /// Deletes to the right.
  case delete
  /// An arrow up.
  case up
  /// An arrow down.
  case down
  /// An arrow to the left.
  case left
  /// An arrow to the right.
  case right
  /// A page up.
  case pageUp
  /// A page down.
  case pageDown
  /// To the beginning.
  case home
  /// To the end.
  case end
  /// Function key 1, for help.
  case help
  /// A letter with Control, in lower case.
  case control(Character)
  /// A character with Alt, or after Escape at once.
  case alternate(Character)
  /// Text pasted by a terminal that says so; at most ``KeyDecoder/pasteLimit`` bytes of it.
  case paste(String)
}
