import DaybookScheduler
import DaybookSystem

/// Computing memory states: S1. Processor time, on one core.
///
/// Ours: the memory of 100,000 cards with 10 reviews each, folded one after another with default
/// parameters. For scale, the same histories through fsrs-rs (`memory_state_batch` of
/// fsrs-rs-python, on one core, its items made beforehand), where a Python with it is given. Both
/// sides must come to the same stabilities, to within single precision.
struct SchedulerRows {
  private struct Review {
    let grade: Grade
    let elapsedDays: Int
  }

  private static let cards = 100_000
  private static let reviewsEach = 10
  private static var reviewCount: Int { cards * reviewsEach }

  /// A folder for results.
  let folder: String
  /// The Python that has fsrs-rs-python.
  let python: String?

  /// Nanoseconds for each review.
  func figure(rounds: Int) throws -> Figure {
    let reviews = Self.reviews()
    var sum = Self.foldAll(reviews)
    let seconds = (0..<max(5, rounds)).map { _ in cpuSeconds { sum = Self.foldAll(reviews) } }
    let peer = try python.map { try Peer(python: $0, folder: folder) }
    if let peer, abs(peer.sum - sum) > 1e-3 * sum { throw BenchError.failed("fsrs-rs, equally,") }
    return Figure(
      .S1, Self.cards, ratios: seconds.map { $0 * 1e9 / Double(Self.reviewCount) },
      ours: Self.rate(seconds.median), raw: peer.map { Self.rate($0.seconds) } ?? "",
      note: peer == nil ? "" : "fsrs-rs-python")
  }

  private static func rate(_ seconds: Double) -> String {
    "\(Figure.short(Double(reviewCount) / seconds / 1e6)) M/s"
  }

  /// Histories of a congruential generator, the same in ``script``.
  private static func reviews() -> [Review] {
    var state: UInt64 = 1
    return (0..<reviewCount).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let grade = Grade.allCases[Int(state >> 33 & 3)]
      return Review(grade: grade, elapsedDays: Int((state >> 40) % 100))
    }
  }

  /// The sum of all stabilities, so that none goes uncomputed.
  private static func foldAll(_ reviews: [Review]) -> Double {
    let parameters = Parameters.default
    var sum = 0.0
    for start in stride(from: 0, to: reviews.count, by: reviewsEach) {
      var memory: MemoryState?
      for review in reviews[start..<start + reviewsEach] {
        memory = parameters.next(memory, grade: review.grade, elapsedDays: review.elapsedDays)
      }
      sum += memory?.stability ?? 0
    }
    return sum
  }

  /// The same through fsrs-rs.
  private struct Peer {
    let seconds: Double
    let sum: Double

    init(python: String, folder: String) throws {
      try FileSystem.makeDirectory(folder, intermediates: true)
      let file = folder + "/fsrs-rs"
      _ = try Cost(running: [python, "-c", SchedulerRows.script, file])
      let text = String(decoding: try FileSystem.readFile(file, limit: 1000), as: UTF8.self)
      let numbers = text.split(separator: " ").compactMap { Double($0) }
      guard numbers.count == 2 else { throw BenchError.failed(python) }
      (seconds, sum) = (numbers[0], numbers[1])
    }
  }

  private static let script = """
    import os, sys, time
    os.environ["RAYON_NUM_THREADS"] = "1"
    from fsrs_rs_python import DEFAULT_PARAMETERS, FSRS, FSRSItem, FSRSReview
    state, items = 1, []
    for _ in range(\(cards)):
        reviews = []
        for _ in range(\(reviewsEach)):
            state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
            reviews.append(FSRSReview(1 + (state >> 33) % 4, (state >> 40) % 100))
        items.append(FSRSItem(reviews))
    fsrs = FSRS(list(DEFAULT_PARAMETERS))
    times = []
    for _ in range(5):
        start = time.process_time()
        states = fsrs.memory_state_batch(items)
        times.append(time.process_time() - start)
    with open(sys.argv[1], "w") as file:
        file.write(f"{sorted(times)[2]} {sum(state.stability for state in states)}")
    """
}
