import ArgumentParser
import DaybookScheduler
import Foundation
import ReferenceVectors

/// Holds the scheduler against what other implementations of FSRS-6 compute.
@main
struct Vectors: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tools/vectors",
    abstract: "Compare the scheduler with a file of reference vectors.",
    discussion: """
      EXAMPLES
        tools/vectors fsrs6-public.json

      Prints how many cases and reviews there are and, for each quantity, how many values were \
      compared, the worst deviation, what is allowed and where it was. Fields that are absent are \
      counted and what depends on them is skipped.

      Exits 0 if everything is within its tolerance, 1 if something is not, 65 if the file cannot \
      be read, 64 on other words than these.
      """)

  @Argument(help: "The file, as fsrs-rs and py-fsrs results are kept.")
  var file: String

  func run() throws {
    let report: VectorReport
    do {
      let data = try Data(contentsOf: URL(filePath: file))
      report = try VectorCheck.report(on: VectorFile(reading: data))
    } catch {
      FileHandle.standardError.write(Data("\(file) cannot be read: \(reason(error))\n".utf8))
      throw ExitCode(65)
    }
    print(report.text)
    if !report.isClean { throw ExitCode.failure }
  }

  private func reason(_ error: any Error) -> String {
    switch error {
    case VectorFileError.empty: "it holds nothing to check."
    case VectorFileError.malformed(let place, let field):
      "\(field) of \(place) is not as the format has it."
    case let error as SchedulingError: "a history has parameters or options out of range, \(error)."
    case let error as DecodingError: "it is not in the format of vectors. \(error)"
    default: "\(error.localizedDescription)"
    }
  }
}
