package import Daybook

extension StoreFailure: Explainable {
  /// How the command ends.
  package var exitStatus: ExitStatus {
    switch self {
    case .diskFull, .fileSizeLimit, .inputOutput: .inputOutput
    case .busy: .tryLater
    case .notPermitted: .notPermitted
    case .networkFileSystem, .cannotCreate: .cannotCreate
    case .shortFile, .notAStore, .damaged, .notABundle, .bundleTruncated, .segmentRefused,
      .tooLarge:
      .badData
    case .newer, .older, .exchangeFailed, .clockExhausted: .failed
    case .unusablePath: .noInput
    }
  }

  /// What to say.
  package var explanation: Explanation {
    let words = words
    return Explanation(whatHappened: words.0, dataSafety: words.1, nextStep: words.2)
  }

  private static let kept = "Everything saved before is safe; this change was not saved."

  private var words: (String, String, String) {
    let kept = Self.kept
    switch self {
    case .diskFull(let free):
      return (
        "The disk is full\(free.map { " (\($0 / 1024) KiB are left)" } ?? "").", kept,
        "Free some space and try again."
      )
    case .fileSizeLimit:
      return (
        "The system lets no file of this program grow so long.", kept,
        "Raise that limit (ulimit -f shows it) and try again."
      )
    case .busy(let process):
      return (
        "Another daybook\(process.map { " (process \($0))" } ?? "") is writing for a long time.",
        kept, "Try again when it is done."
      )
    case .notPermitted:
      return (
        "This folder or file may not be used by you.", "Nothing was changed.",
        "Check its owner and permissions."
      )
    case .cannotCreate:
      return (
        "No daybook can be made in that place.", "Nothing was changed.",
        "Choose another folder with --store."
      )
    case .networkFileSystem:
      return (
        "The folder lies on a network drive, where a daybook can't be kept safely.",
        "Nothing was changed.", "Keep the store on a local disk and exchange bundles instead."
      )
    case .shortFile:
      return (
        "The store's file ends too early; it may not have been copied whole.",
        "Nothing was changed.", "Run verify to see what is sound, or go back to a backup."
      )
    case .notAStore:
      return (
        "The folder's data file is not one of a daybook, or its beginning is damaged.",
        "Nothing was changed.", "Go back to a backup, or merge from another machine."
      )
    case .older:
      return (
        "An older daybook has written this store, and it must be brought up to date to be read.",
        "Nothing was changed.",
        "Run migrate; where its folder may not be written to, copy it elsewhere before."
      )
    default: return moreWords
    }
  }

  /// What to say of damage, bundles and the rest.
  private var moreWords: (String, String, String) {
    let kept = Self.kept
    switch self {
    case .damaged:
      return (
        "Something in the store is not what was written.",
        "The damage was noticed and nothing was built on it.",
        "Run repair: it says where, and what another machine or a backup can mend."
      )
    case .newer:
      return (
        "This was written by a newer daybook.", "Nothing was changed.",
        "Install the newer version; reading your own store still works."
      )
    case .notABundle:
      return (
        "The file is not a bundle of a daybook.", "Nothing was changed.",
        "Make one with bundle create on the other machine."
      )
    case .bundleTruncated:
      return (
        "The bundle ends before its end.", "What it holds whole was taken; nothing was lost.",
        "Copy the file again and merge once more."
      )
    case .segmentRefused:
      return (
        "A part of it is damaged, or not written by the machine it names.",
        "That part was refused; sound parts were taken.",
        "Make the bundle again on the other machine."
      )
    case .exchangeFailed:
      return (
        "The other side stopped answering.", "What had come whole is kept.",
        "Check the other store with verify, and merge again."
      )
    case .tooLarge(let bytes):
      return (
        "That is too much at once\(bytes > 0 ? " (\(bytes) bytes)" : ""); 1 MiB is the limit.",
        "Nothing was changed.", "Split it into smaller pieces."
      )
    case .clockExhausted:
      return (
        "The clock of this store was driven to its end by a damaged peer.", kept,
        "Restore a backup from before that merge."
      )
    case .unusablePath(let path):
      return (
        "There is nothing at \(path) that could be used.", "Nothing was changed.",
        "Check the name and try again."
      )
    default:
      return (
        "The disk or the system reported a failure.", kept,
        "Check the disk, then try again; verify tells whether the store is sound."
      )
    }
  }
}
