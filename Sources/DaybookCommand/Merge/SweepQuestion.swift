import Daybook
import DaybookConsole
import DaybookSystem

/// Whether what would delete or overwrite a good part of a store may be taken over.
struct SweepQuestion {
  private let arguments: StoreArguments
  private let store: Store
  private let mayAsk: Bool

  /// - Parameter mayAsk: whether an answer can be read from standard input.
  init(_ arguments: StoreArguments, _ store: Store, mayAsk: Bool = true) {
    self.arguments = arguments
    self.store = store
    self.mayAsk = mayAsk && arguments.mayAsk
  }

  /// Asks on a terminal; elsewhere says so and goes on where it is about few things.
  ///
  /// - Parameter preview: what taking it over would do.
  /// - Throws: ``MergeRefusal`` where nobody can be asked about many.
  func mayTakeOver(
    _ sweeps: [Store.Sweep], _ preview: MergeReport, from source: String
  ) throws -> Bool {
    guard !sweeps.isEmpty else { return true }
    guard mayAsk else {
      guard sweeps.allSatisfy(\.isSmall) else {
        throw MergeRefusal.sweeps(sweeps, path: source)
      }
      for sweep in sweeps {
        Console.note("This merge will \(sweep.words); undo takes a merge back.")
      }
      return true
    }
    let clock = TimeReading(store).clock
    for line in ChangeLines(preview.changes, clock, arguments.output).lines { Console.note(line) }
    for sweep in sweeps { Console.note("This merge would \(sweep.words).") }
    Console.note("Merge? y/n")
    return try StandardInput.readLine(limit: 1024).map { [[0x79], [0x59]].contains($0) } ?? false
  }
}
