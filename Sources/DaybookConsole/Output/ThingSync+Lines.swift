package import DaybookSync

extension ThingSync {
  /// An element of `"sync"` in what `show --json` prints.
  package var json: JSON {
    ["remote": .string(remote), "state": .string(state.rawValue)]
  }

  /// A line for people; nil where there is nothing to tell.
  package var line: String? {
    let name = VisibleText.line(remote)
    return switch state {
    case .synced, .conflict: nil  // conflicts have a line of their own
    case .pendingUpload: "not sent to \(name) yet"
    case .pendingDelete: "deleted here, and \(name) does not know of it yet"
    }
  }
}
