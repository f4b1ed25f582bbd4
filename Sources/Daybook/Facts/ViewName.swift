/// The name of a view. Each feature declares its own, and says in a ``ViewSchema`` what it is.
package struct ViewName: Hashable, Sendable {
  /// What tells it from others while the program runs; nothing keeps it.
  let number: UInt8
  private let name: StaticString

  /// Declares a view.
  ///
  /// - Parameters:
  ///   - name: the name, under which stores keep it: never change it.
  ///   - number: one that no other view has, as small as can be.
  init(_ name: StaticString, number: UInt8) {
    self.name = name
    self.number = number
  }

  /// The name, as people and stores see it.
  package var rawValue: String { name.description }

  /// Whether two are the name of one view.
  package static func == (left: ViewName, right: ViewName) -> Bool { left.number == right.number }

  /// Feeds what tells it from others.
  package func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
