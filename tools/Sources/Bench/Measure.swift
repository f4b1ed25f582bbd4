import RawLMDB

/// The processor seconds of this process while `body` runs.
func cpuSeconds(_ body: () throws -> Void) rethrows -> Double {
  let start = raw_cpu_seconds()
  try body()
  return raw_cpu_seconds() - start
}

/// The same for something that is over too soon to be measured once: run again until a fiftieth
/// of a second has gone by, and divided.
func cpuSecondsRepeated(_ body: () throws -> Void) rethrows -> Double {
  var runs = 0
  let start = raw_cpu_seconds()
  var now = start
  while now - start < 0.02 {
    try body()
    runs += 1
    now = raw_cpu_seconds()
  }
  return (now - start) / Double(runs)
}

/// Both sides of a row, once for each round.
struct Pairs {
  private(set) var ours: [Double] = []
  private(set) var raw: [Double] = []

  /// Both sides of rounds that are over.
  init(_ ours: [Double], _ raw: [Double]) {
    self.ours = ours
    self.raw = raw
  }

  /// Runs both sides in turn.
  init(rounds: Int, _ round: () throws -> (ours: Double, raw: Double)) rethrows {
    for _ in 0..<rounds {
      let pair = try round()
      ours.append(pair.ours)
      raw.append(pair.raw)
    }
  }

  /// The ratio in each round.
  var ratios: [Double] { zip(ours, raw).map { $0 / $1 } }
}

extension [Double] {
  /// The middle value; of an even number, the mean of the two.
  var median: Double {
    guard !isEmpty else { return .nan }
    let sorted = sorted()
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
  }
}
