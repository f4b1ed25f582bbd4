import DaybookEvents
import DaybookLog
import LMDB

extension Store {
  /// Takes over items of a program's own source, such as bookmarks of a browser: as ours are taken
  /// over from files, in one batch that a single undo takes back.
  ///
  /// Writes only what changed in the source since it was last imported, and nothing to what a
  /// person deleted here; where a person changed a field that the source changed too, the person's
  /// value stays, and the other is offered as a conflict. Collections are made as they are needed.
  ///
  /// - Parameters:
  ///   - items: what the source says, item by item; asked ahead of what is written.
  ///   - options: how to go about it.
  /// - Returns: what was done; with ``ImportOptions/isDryRun``, what would have been.
  /// - Throws: ``StoreFailure``. What was written before stays: the same import finds it, and goes
  ///   on.
  @discardableResult
  public func importItems(
    _ items: some Sequence<ImportedItem>, options: ImportOptions = ImportOptions()
  ) throws -> ImportReport {
    var rest = items.makeIterator()
    return try importItems(options) { rest.next() }
  }

  /// Takes over what another program's files say, item by item.
  ///
  /// Writes only what changed in the source since it was last imported, and nothing to what a
  /// person deleted here; where a person changed a field that the source changed too, the
  /// person's value stays and is reported. Collections are made as they are needed.
  ///
  /// Written as one batch of commands of whole items, a few of them durable at a time: after an
  /// interruption the same import finds what is done already and goes on. Memory does not grow
  /// with the number of items, apart from the problems reported.
  ///
  /// - Parameters:
  ///   - progress: hears of the report so far, after each transaction.
  ///   - next: the next item, or nil after the last. May be asked ahead of what is written.
  /// - Returns: what was done; with ``ImportOptions/isDryRun``, what would have been.
  package func importItems(
    _ options: ImportOptions = ImportOptions(), progress: (ImportReport) throws -> Void = { _ in },
    _ next: () throws -> ImportedItem?
  ) throws -> ImportReport {
    try importEntries(options, progress: progress) { try next().map { .item($0) } }
  }

  /// The same for entries of any sort: items of other programs, and what an export took out.
  package func importEntries(
    _ options: ImportOptions = ImportOptions(), progress: (ImportReport) throws -> Void = { _ in },
    _ next: () throws -> ImportEntry?
  ) throws -> ImportReport {
    var run = ImportRun(self, options)
    var entries: [ImportEntry] = []
    var isMore = true
    while true {
      var bytes = entries.reduce(0) { $0 + $1.byteCount }
      while isMore, entries.count < run.commandLimit * LogWriter.commandEventLimit,
        bytes < run.commandLimit * LogWriter.commandByteLimit
      {
        guard let entry = try next() else {
          isMore = false
          break
        }
        bytes += entry.byteCount
        entries.append(entry)
      }
      if entries.isEmpty {
        // Decks may have come in with other options than the schedule was computed by.
        if !options.isDryRun { try refreshSchedule() }
        return run.report
      }
      entries.removeFirst(try run.step(entries[...]))
      try progress(run.report)
    }
  }
}

/// An import under way.
private struct ImportRun {
  /// The most commands of one transaction: what they touch is spread over all of a view, and is
  /// written once for all of them.
  private static let mostCommands = 8

  private let store: Store
  private let options: ImportOptions
  private(set) var report = ImportReport()
  private var last: ImportStep?
  private var batchFirst: UInt64?
  /// Whether the last step wrote: the next one then looks and writes in one transaction. Until
  /// then nothing is locked, since importing what is here already writes nothing.
  private var isWriting = false
  /// How many commands the next transaction may have. The first has one, so that whoever waits
  /// soon hears of it.
  private(set) var commandLimit = 1

  init(_ store: Store, _ options: ImportOptions) {
    self.store = store
    self.options = options
  }

  /// Some commands in one transaction; gives how many of the entries they dealt with.
  mutating func step(_ entries: ArraySlice<ImportEntry>) throws -> Int {
    var steps: [ImportStep] = []
    if !isWriting {
      let step = try store.read { try planned(entries, after: last, $0, $1) }
      isWriting = !step.drafts.isEmpty && !options.isDryRun
      steps = [step]
    }
    if isWriting {
      let commands = try store.write(
        upTo: commandLimit, reason: .import, batchFirst: batchFirst
      ) { count, moment, transaction in
        steps.removeLast(steps.count - count)
        let rest = entries.dropFirst(steps.reduce(0) { $0 + $1.entryCount })
        guard !rest.isEmpty else { return [] }
        steps.append(try planned(rest, after: steps.last ?? last, moment, transaction))
        return steps[count].drafts
      }
      if batchFirst == nil { batchFirst = commands.first?.events.first?.sequence }
      isWriting = steps.last?.drafts.isEmpty == false
      commandLimit = min(2 * commandLimit, Self.mostCommands)
    }
    for step in steps { report.add(step.report) }
    last = steps.last
    return steps.reduce(0) { $0 + $1.entryCount }
  }

  private func planned(
    _ entries: ArraySlice<ImportEntry>, after last: ImportStep?, _ moment: Moment,
    _ transaction: borrowing ReadTransaction
  ) throws -> ImportStep {
    var step = ImportStep(options, after: last)
    try step.plan(entries, moment, transaction)
    return step
  }
}
