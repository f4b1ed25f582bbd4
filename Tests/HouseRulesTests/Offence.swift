import Testing

/// One place that breaks a house rule.
struct Offence: Equatable, CustomStringConvertible {
  let file: String
  let line: Int
  let complaint: String

  var description: String { "\(file):\(line): \(complaint)" }
}

/// Fails once, with every offence on its own line.
func expectNone(_ offences: [Offence], sourceLocation: SourceLocation = #_sourceLocation) {
  guard !offences.isEmpty else { return }
  let list = offences.map(\.description).joined(separator: "\n")
  Issue.record("\(offences.count) to put right:\n\(list)", sourceLocation: sourceLocation)
}
