import ArgumentParser
package import Daybook
import DaybookSystem

/// The options that every command takes.
package struct StoreArguments: ParsableArguments {
  @Option(
    help: "The folder of the store; default $DAYBOOK_STORE, else ~/.local/share/daybook.",
    completion: .directory)
  var store: Word?

  @Flag(help: "Use a store of its own with sample data; yours is not touched.")
  var sample = false

  @Option(help: "What to call this machine when the store is made; default its host name.")
  var replicaName: Word?

  /// Whether one JSON document is wanted.
  @Flag(help: "Print one JSON document.")
  package var json = false

  /// Whether questions are forbidden.
  @Flag(help: "Never ask; take the safe answer.")
  package var noInput = false

  /// Whether questions are answered already.
  @Flag(help: "Answer yes to every question.")
  package var yes = false

  /// Whether colours are forbidden.
  @Flag(help: "Print without colours.")
  package var noColor = false

  /// Whose clock shows times.
  @Option(help: "Show times where you are, or as the clock of the machine that wrote them.")
  package var zone = ShownZone.reader

  /// No options given.
  package init() {}

  /// The folder of the store. That of the sample is filled at first use, and said to be one.
  ///
  /// - Throws: a usage error where nothing says where the person's files lie.
  package var path: String {
    get throws {
      if sample { return try samplePath }
      return try named ?? Self.usualPath
    }
  }

  /// The folder that the person named; nil where the usual one is meant.
  private var named: String? {
    if let store { return store.string }
    return Host.environment("DAYBOOK_STORE").flatMap { $0.isEmpty ? nil : $0 }
  }

  private static var usualPath: String { get throws { try dataFolder + "/daybook" } }

  private static var dataFolder: String {
    get throws {
      // A relative one is to be ignored (XDG Base Directory Specification, "Basics").
      if let data = Host.environment("XDG_DATA_HOME"), data.hasPrefix("/") { return data }
      guard let home = Host.environment("HOME"), !home.isEmpty else {
        throw UsageError.missing("--store, since $HOME is not set")
      }
      return home + "/.local/share"
    }
  }

  private var samplePath: String {
    get throws {
      guard store == nil else {
        throw UsageError.contradiction("--sample has a store of its own, so --store can't be given")
      }
      let path = try Self.dataFolder + "/daybook-sample"
      let isNew = try Store.createSample(at: path, options: options)
      Console.note(
        "This is the sample daybook in \(VisibleText.line(path)); yours is not touched."
          + (isNew ? " Remove that folder to begin it anew." : ""))
      return path
    }
  }

  /// Opens the store, making it at first use and saying so.
  package func open() throws -> Store {
    let store = try Store.open(at: path, options: options)
    if store.isNew { Console.note("A new daybook begins in \(VisibleText.line(store.path)).") }
    return store
  }

  /// Opens the store for reading. A store that may not be written to is opened all the same. None
  /// is made, unless `--replica-name` says what a new one is called: one that the person named must
  /// be there, and where nothing has begun in the usual place, that is said, and there is nothing
  /// to read.
  ///
  /// - Parameter readsNothing: whether an empty store tells what is wanted, where nothing has
  ///   begun.
  /// - Throws: ``StoreError/noStore(path:)``.
  package func openForReading(readsNothing: Bool = true) throws -> Store {
    do {
      return try openExisting()
    } catch StoreError.noStore where replicaName != nil {
      return try open()
    } catch StoreError.noStore(let path) where readsNothing && isUnbegun(path) {
      Console.note(
        "There is no daybook in \(VisibleText.line(path)) yet. It begins with the first thing you "
          + "write down: daybook capture \"Call the plumber\"")
      return try Store.openNothing(options: options)
    }
  }

  /// Whether nothing was ever kept in the usual place, and no other one was named.
  private func isUnbegun(_ path: String) -> Bool {
    guard !sample, named == nil else { return false }
    guard FileSystem.exists(path) else { return true }
    // What cannot be listed is not empty.
    return (try? FileSystem.listDirectory(path))?.isEmpty ?? false
  }

  /// The same, but a store that is missing is always an error: for what makes a copy, which would
  /// be taken for one of everything.
  package func openExisting() throws -> Store {
    var options = options
    options.createsMissing = false
    let path = try path
    do {
      return try Store.open(at: path, options: options)
    } catch let error where StoreFailure(error) == .notPermitted {
      options.isReadOnly = true
      return try Store.open(at: path, options: options)
    }
  }

  /// What this machine shall be called, where that was said.
  package var givenReplicaName: String? { replicaName?.string }

  /// How the store is opened.
  package var options: StoreOptions {
    var options = StoreOptions(replicaName: replicaName?.string ?? Host.name())
    options.onWriterBusy = { process in
      Console.note("Another daybook (process \(process)) is writing; waiting for it.")
    }
    options.onNewIdentity = { Console.note($0.words) }
    options.onDamagedView = { view in
      Console.note(
        "Something kept of the \(view) is damaged, so it was worked out anew from the log; no "
          + "event is lost. The next command mends it.")
    }
    return options
  }

  /// How results are printed.
  package var output: Output { Output(isJSON: json, noColor: noColor, zone: zone) }

  /// Whether questions may be asked.
  package var mayAsk: Bool {
    !noInput && Terminal.isInteractive(Terminal.input) && Terminal.isInteractive(Terminal.output)
  }
}

extension NewIdentityReason {
  /// What a person is told, once.
  fileprivate var words: String {
    switch self {
    case .rolledBack:
      "This store was rolled back, so it goes on as a replica of its own; merge another machine "
        + "or a bundle to get back what is missing."
    case .copied:
      "This store was copied or put back, so it goes on as a replica of its own: the other copy "
        + "may go on as well, and both can be merged. Nothing is lost."
    case .clockCorrected:
      "The clock of this machine was corrected, so it goes on as a replica of its own from here."
    }
  }
}
