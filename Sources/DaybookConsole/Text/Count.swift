/// Numbers of things for people.
package enum Count {
  /// A number with its noun: `1 event`, `2 events`.
  package static func text(_ number: some BinaryInteger, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
