import DaybookEvents
import DaybookLog
import LMDB

extension Store {
  /// Takes over what another program's files say, item by item.
  ///
  /// Writes only what changed in the source since it was last imported, and nothing to what a
  /// person deleted here; where a person changed a field that the source changed too, the
  /// person's value stays and is reported. Collections are made as they are needed.
  ///
  /// Written as one batch of commands, each durable by itself and holding whole items: after an
  /// interruption the same import finds what is done already and goes on. Memory does not grow
  /// with the number of items, apart from the problems reported.
  ///
  /// - Parameters:
  ///   - progress: hears of the report so far, after each command.
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
      while isMore, entries.count < LogWriter.commandEventLimit,
        bytes < LogWriter.commandByteLimit
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
  private let store: Store
  private let options: ImportOptions
  private(set) var report = ImportReport()
  private var last: ImportStep?
  private var batchFirst: UInt64?
  /// Whether the last step wrote: the next one then looks and writes in one transaction. Until
  /// then nothing is locked, since importing what is here already writes nothing.
  private var isWriting = false

  init(_ store: Store, _ options: ImportOptions) {
    self.store = store
    self.options = options
  }

  /// One command; gives how many of the entries it dealt with.
  mutating func step(_ entries: ArraySlice<ImportEntry>) throws -> Int {
    var step = ImportStep(options, after: last)
    if !isWriting {
      step = try store.read { try planned(entries, $0, $1) }
      isWriting = !step.drafts.isEmpty && !options.isDryRun
    }
    if isWriting {
      let receipt = try store.write(reason: .import, batchFirst: batchFirst) {
        moment, transaction in
        step = try planned(entries, moment, transaction)
        return step.drafts
      }
      if batchFirst == nil { batchFirst = receipt?.events.first?.sequence }
      isWriting = receipt != nil
    }
    report.add(step.report)
    last = step
    return step.entryCount
  }

  private func planned(
    _ entries: ArraySlice<ImportEntry>, _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> ImportStep {
    var step = ImportStep(options, after: last)
    try step.plan(entries, moment, transaction)
    return step
  }
}
