package import Daybook

extension RemoteError {
  /// What to say.
  package var explanation: Explanation {
    switch self {
    case .unreachable(let path):
      Explanation(
        whatHappened: "We couldn't sync because \(path) isn't there at the moment.",
        dataSafety: "Your changes are saved and will sync when it is back.",
        nextStep: "Plug it in or start what carries it, then run sync.")
    case .notARemote(let path):
      Explanation(
        whatHappened: "There are other things in \(path), so we didn't sync through it.",
        dataSafety: "Nothing there was touched, and your changes are saved.",
        nextStep: "Choose a folder that only daybooks use, such as a new one in it.")
    case .newer(let path):
      Explanation(
        whatHappened: "\(path) is kept by a newer daybook than this one.",
        dataSafety: "Nothing there was touched, and your changes are saved.",
        nextStep: "Update daybook on this machine, then run sync.")
    case .notPermitted(let path):
      Explanation(
        whatHappened: "We couldn't sync because this account may not read or write in \(path).",
        dataSafety: "Your changes are saved and will sync once it may.",
        nextStep: "Change who may write there, then run sync.")
    case .full(let path):
      Explanation(
        whatHappened: "The storage at \(path) is full.",
        dataSafety:
          "Daybook will continue working, but changes won't sync until you free up space.",
        nextStep: "Free some space there, then run sync.")
    case .failed(let path):
      Explanation(
        whatHappened: "We couldn't sync because reading or writing in \(path) didn't work.",
        dataSafety: "Your changes are saved and will sync when it does.",
        nextStep: "Check the disk or what carries the folder, then run sync.")
    case .offline, .hostUnreachable, .noDaybook, .refused, .interrupted, .noProgram:
      explanationOfWay
    }
  }

  /// What to say of the way to another machine.
  private var explanationOfWay: Explanation {
    switch self {
    case .offline(let host):
      Explanation(
        whatHappened: "We couldn't sync your tasks because you're offline.",
        dataSafety: "Your changes are saved and will sync when you're back online.",
        nextStep: "Run sync when \(host) can be reached; sync --watch does so by itself.")
    case .hostUnreachable(let host):
      Explanation(
        whatHappened: "We couldn't sync because \(host) can't be reached, or doesn't let us in.",
        dataSafety: "Your changes are saved and will sync when it can.",
        nextStep: "Check with ssh \(host), then run sync.")
    case .noDaybook(let host):
      Explanation(
        whatHappened: "We couldn't sync because there is no daybook program on \(host).",
        dataSafety: "Your changes are saved and will sync once there is.",
        nextStep: "Install daybook there, where ssh \(host) daybook --version finds it.")
    case .refused(let host):
      Explanation(
        whatHappened: "The daybook on \(host) couldn't take part, and has said why.",
        dataSafety: "Your changes are saved, and what came over before is kept.",
        nextStep: "Do what it says, then run sync.")
    case .interrupted(let host):
      Explanation(
        whatHappened: "The way to \(host) was cut before all was exchanged.",
        dataSafety: "Your changes are saved, and what came over before is kept.",
        nextStep: "Run sync again; it goes on from there.")
    case .noProgram(let program):
      Explanation(
        whatHappened: "We couldn't sync because the program \(program) isn't on this machine.",
        dataSafety: "Your changes are saved and will sync once it is.",
        nextStep: "Install it, then run sync.")
    case .unreachable, .notARemote, .newer, .notPermitted, .full, .failed: explanation
    }
  }
}

extension RemoteListError {
  /// What to say.
  package var explanation: Explanation {
    switch self {
    case .invalidName(let name):
      Explanation(
        whatHappened:
          "\(name.isEmpty ? "A name without letters" : name) can't be the name of a remote.",
        dataSafety: "Nothing was changed.",
        nextStep: "Use one word without a slash, of at most 100 bytes, such as laptop or stick.")
    case .nameTaken(let name, let address):
      Explanation(
        whatHappened: "There is a remote called \(name) already, at \(address.text).",
        dataSafety: "Nothing was changed.",
        nextStep: "Use another name, or remove that one first with remote remove.")
    case .unknownName(let name, let known):
      Explanation(
        whatHappened: "There is no remote called \(name).", dataSafety: "Nothing was changed.",
        nextStep: known.isEmpty
          ? "Add one with remote add." : "These are there: \(known.joined(separator: ", ")).")
    case .unreadableAddress(let text):
      Explanation(
        whatHappened: "\(text) is no address of a remote.", dataSafety: "Nothing was changed.",
        nextStep: "Give the path of a folder, file:///path, or ssh://host/path.")
    }
  }
}
