extension StoreFailure: CustomStringConvertible {
  /// What happened, what became of the data, and what to do.
  public var description: String { explanation.description }

  /// What to say.
  public var explanation: Explanation {
    let words = words
    return Explanation(whatHappened: words.0, dataSafety: words.1, nextStep: words.2)
  }

  /// What to say of each; a new case without its own words does not compile.
  private var words: StoreFailureWords.Words {
    switch self {
    case .diskFull(let free): StoreFailureWords.diskFull(free)
    case .fileSizeLimit: StoreFailureWords.fileSizeLimit
    case .busy(let process): StoreFailureWords.busy(process)
    case .notPermitted: StoreFailureWords.notPermitted
    case .cannotCreate: StoreFailureWords.cannotCreate
    case .networkFileSystem: StoreFailureWords.networkFileSystem
    case .shortFile: StoreFailureWords.shortFile
    case .notAStore: StoreFailureWords.notAStore
    case .older: StoreFailureWords.older
    case .damaged: StoreFailureWords.damaged
    case .newer: StoreFailureWords.newer
    case .notABundle: StoreFailureWords.notABundle
    case .bundleTruncated: StoreFailureWords.bundleTruncated
    case .segmentRefused: StoreFailureWords.segmentRefused
    case .exchangeFailed: StoreFailureWords.exchangeFailed
    case .tooLarge(let bytes): StoreFailureWords.tooLarge(bytes)
    case .clockExhausted: StoreFailureWords.clockExhausted
    case .unusablePath(let path): StoreFailureWords.unusablePath(path)
    case .inputOutput: StoreFailureWords.inputOutput
    }
  }
}

/// The sentences, one for each case.
private enum StoreFailureWords {
  typealias Words = (what: String, safety: String, next: String)

  static let kept = "Everything saved before is safe; this change was not saved."

  static func diskFull(_ free: UInt64?) -> Words {
    (
      "The disk is full\(free.map { " (\($0 / 1024) KiB are left)" } ?? "").", kept,
      "Free some space and try again."
    )
  }

  static let fileSizeLimit: Words = (
    "The system lets no file of this program grow so long.", kept,
    "Raise that limit (ulimit -f shows it) and try again."
  )

  static func busy(_ process: Int32?) -> Words {
    (
      "Another daybook\(process.map { " (process \($0))" } ?? "") is writing for a long time.",
      kept, "Try again when it is done."
    )
  }

  static let notPermitted: Words = (
    "This folder or file may not be used by you.", "Nothing was changed.",
    "Check its owner and permissions."
  )

  static let cannotCreate: Words = (
    "No daybook can be made in that place.", "Nothing was changed.",
    "Choose another folder with --store."
  )

  static let networkFileSystem: Words = (
    "The folder lies on a network drive, where a daybook can't be kept safely.",
    "Nothing was changed.", "Keep the store on a local disk and exchange bundles instead."
  )

  static let shortFile: Words = (
    "The store's file ends too early; it may not have been copied whole.",
    "Nothing was changed.", "Run verify to see what is sound, or go back to a backup."
  )

  static let notAStore: Words = (
    "The folder's data file is not one of a daybook, or its beginning is damaged.",
    "Nothing was changed.", "Go back to a backup, or merge from another machine."
  )

  static let older: Words = (
    "An older daybook has written this store, and it must be brought up to date to be read.",
    "Nothing was changed.",
    "Run migrate; where its folder may not be written to, copy it elsewhere before."
  )

  static let damaged: Words = (
    "Something in the store is not what was written.",
    "The damage was noticed and nothing was built on it.",
    "Run repair: it says where, and what another machine or a backup can mend."
  )

  static let newer: Words = (
    "This was written by a newer daybook.", "Nothing was changed.",
    "Install the newer version; reading your own store still works."
  )

  static let notABundle: Words = (
    "The file is not a bundle of a daybook.", "Nothing was changed.",
    "Make one with bundle create on the other machine."
  )

  static let bundleTruncated: Words = (
    "The bundle ends before its end.", "What it holds whole was taken; nothing was lost.",
    "Copy the file again and merge once more."
  )

  static let segmentRefused: Words = (
    "A part of it is damaged, or not written by the machine it names.",
    "That part was refused; sound parts were taken.",
    "Make the bundle again on the other machine."
  )

  static let exchangeFailed: Words = (
    "The other side stopped answering.", "What had come whole is kept.",
    "Check the other store with verify, and merge again."
  )

  static func tooLarge(_ bytes: Int) -> Words {
    (
      "That is too much at once\(bytes > 0 ? " (\(bytes) bytes)" : ""); 1 MiB is the limit.",
      "Nothing was changed.", "Split it into smaller pieces."
    )
  }

  static let clockExhausted: Words = (
    "The clock of this store was driven to its end by a damaged peer.", kept,
    "Restore a backup from before that merge."
  )

  static func unusablePath(_ path: String) -> Words {
    (
      "There is nothing at \(path) that could be used.", "Nothing was changed.",
      "Check the name and try again."
    )
  }

  static let inputOutput: Words = (
    "The disk or the system reported a failure.", kept,
    "Check the disk, then try again; verify tells whether the store is sound."
  )
}
