import Foundation

/// What was found so far, kept in a file so that a long run can go on where it stopped.
struct Tally: Codable, Equatable {
  /// How many bits were flipped.
  private(set) var flips = 0
  /// By place and verdict, how many commands.
  private var counts: [String: Int] = [:]
  /// What made up the run: another file or seed begins anew.
  let run: String

  init(run: String) { self.run = run }

  /// Reads what an earlier call of the same run left; nothing where there is none.
  init(resuming run: String, at path: String) {
    // Without a file, or with one that cannot be read, the run begins.
    let known = (try? Data(contentsOf: URL(filePath: path)))
      .flatMap { try? JSONDecoder().decode(Tally.self, from: $0) }  // as said
    self = known?.run == run ? known ?? Tally(run: run) : Tally(run: run)
  }

  func write(to path: String) throws {
    try JSONEncoder().encode(self).write(to: URL(filePath: path), options: .atomic)
  }

  mutating func note(_ place: PagePlace, _ verdict: Trial.Verdict) {
    counts["\(place.rawValue) \(verdict.rawValue)", default: 0] += 1
  }

  mutating func endFlip() { flips += 1 }

  func count(_ verdict: Trial.Verdict, _ places: [PagePlace] = PagePlace.allCases) -> Int {
    places.reduce(0) { $0 + counts["\($1.rawValue) \(verdict.rawValue)", default: 0] }
  }

  /// The figures: of rows and gaps, then of what LMDB goes by.
  var line: String {
    let (rows, tree) = ([PagePlace.row, .gap], [PagePlace.tree])
    return "flips=\(flips) right=\(count(.right)) told=\(count(.told)) refused=\(count(.refused)) "
      + "silent=\(count(.silent, rows)) signal=\(count(.signal, rows)) "
      + "tree-silent=\(count(.silent, tree)) tree-signal=\(count(.signal, tree))"
  }
}
