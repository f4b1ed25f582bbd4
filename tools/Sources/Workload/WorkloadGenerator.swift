/// Five years of one person's notes, tasks and flashcards on three machines, as N events.
///
/// Captures 10 %, edits 30 (half of them of the 200 newest items), tags 10 (of 200, Zipf), moves 10
/// (into 50 collections), reviews 40. One machine is used for a while before the next: a change
/// every 50 events on average. Texts are cut from a stream of 20,000 made-up words that follow
/// Zipf's law. The same size and seed give the same events, byte for byte, on every machine: only
/// ``MersenneTwister/real()`` is drawn on.
package struct WorkloadGenerator: Sequence, IteratorProtocol {
  private static let start: Int64 = 1_577_836_800_000  // 2020-01-01
  private static let span = 5 * 365.25 * 86_400_000
  /// The first events are captures, so that there is something to work on.
  private static let firstCaptures = 20

  private var random: MersenneTwister
  private let words: WordStream
  private let tags: ZipfDistribution
  private let count: Int
  private let gap: Double
  private let wantedItems: Int
  private let wantedCards: Int

  private var produced = 0
  private var clock = Double(start)
  private var milliseconds = start
  private var counter = 0
  private var replica = 1
  private var sequences = [0, 0, 0, 0]
  private var items = 0

  /// Describes a workload of `count` events; making one costs about 2 million words of memory.
  package init(count: Int, seed: UInt32 = 1) {
    random = MersenneTwister(seed: seed)
    words = WordStream(count: Swift.min(1 << 21, Swift.max(1 << 16, 16 * count)), &random)
    tags = ZipfDistribution(count: 200)
    self.count = count
    gap = Self.span / Double(count) / 0.8 * 2
    wantedItems = Swift.max(20, count / 10)
    wantedCards = Swift.max(1, count / 20)
  }

  /// The next event.
  package mutating func next() -> WorkloadEvent? {
    guard produced < count else { return nil }
    defer { produced += 1 }
    tick()
    let choice = produced < Self.firstCaptures ? 0 : random.real()
    if choice < 0.10, Double(items) < Double(wantedItems) * 1.2 + 20 {
      items += 1
      let title = text(5...11)
      return event("i\(items - 1)", .capture(title: title, body: text(40...80)))
    }
    if choice >= 0.60 { return review() }
    let item = "i\(knownItem())"
    if choice < 0.40 { return event(item, .edit(edit())) }
    if choice < 0.50 {
      let tag = tags.draw(&random)
      return event(item, .tag("t\(tag)", isOn: random.real() < 0.75))
    }
    return event(item, .move(collection: "k\(random.whole(below: 50))"))
  }

  /// Moves the clock on, most times, and to another machine, sometimes.
  private mutating func tick() {
    if random.real() < 0.02 {
      let choice = random.real()
      replica = choice < 0.5 ? 1 : choice < 0.8 ? 2 : 3
    }
    if random.real() < 0.8 { clock += gap * random.real() }
    let now = Int64(clock)
    counter = now == milliseconds ? counter + 1 : 0
    milliseconds = now
    sequences[replica] += 1
  }

  private func event(_ entity: String, _ action: WorkloadEvent.Action) -> WorkloadEvent {
    WorkloadEvent(
      milliseconds: milliseconds, counter: counter, replica: replica,
      sequence: sequences[replica], entity: entity, action: action)
  }

  private mutating func review() -> WorkloadEvent {
    let cards = Swift.min(wantedCards, (items + 1) / 2)
    let choice = random.real()
    let card = random.whole(below: cards)
    let grade = choice < 0.10 ? 1 : choice < 0.25 ? 2 : choice < 0.85 ? 3 : 4
    let duration = 800 + Int(random.real() * random.real() * 29_200)
    return event("c\(card)", .review(grade: grade, durationMilliseconds: duration))
  }

  private mutating func knownItem() -> Int {
    let isAny = random.real() < 0.5 || items <= 200
    return isAny ? random.whole(below: items) : items - 1 - random.whole(below: 200)
  }

  private mutating func edit() -> WorkloadEvent.Edit {
    let choice = random.real()
    if choice < 0.20 { return .title(text(5...11)) }
    if choice < 0.40 { return .body(text(40...80)) }
    if choice < 0.65 {
      return .status(WorkloadEvent.Status.allCases[random.whole(below: 4)])
    }
    if choice < 0.85 { return .priority(random.whole(below: 4)) }
    return .due(day: Int(milliseconds / 86_400_000) + random.whole(below: 60))
  }

  private mutating func text(_ lengths: ClosedRange<Int>) -> String {
    let at = random.whole(below: words.count - 100)
    return words.text(from: at, count: lengths.lowerBound + random.whole(below: lengths.count))
  }
}

/// Numbers from 0 on, each less likely than the one before: 1, 1/2, 1/3 …
struct ZipfDistribution {
  private var sums: [Double] = []

  init(count: Int) {
    var sum = 0.0
    for index in 0..<count {
      sum = index == 0 ? 1 : sum + 1 / Double(index + 1)
      sums.append(sum)
    }
  }

  func draw(_ random: inout MersenneTwister) -> Int {
    let wanted = random.real() * (sums.last ?? 0)
    var (low, high) = (0, sums.count)
    while low < high {
      let middle = (low + high) / 2
      if wanted < sums[middle] { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// A long text of made-up words, that titles and bodies are cut from.
struct WordStream {
  private static let vocabularySize = 20_000

  private let vocabulary: [String]
  private let indices: [UInt16]

  var count: Int { indices.count }

  init(count: Int, _ random: inout MersenneTwister) {
    vocabulary = Self.vocabulary(&random)
    let distribution = ZipfDistribution(count: vocabulary.count)
    indices = (0..<count).map { _ in UInt16(distribution.draw(&random)) }
  }

  func text(from start: Int, count: Int) -> String {
    indices[start..<start + count].lazy.map { vocabulary[Int($0)] }.joined(separator: " ")
  }

  /// Syllables; the more words there are, the longer they get.
  private static func vocabulary(_ random: inout MersenneTwister) -> [String] {
    let consonants = Array("bcdfghklmnprstvz")
    let vowels = Array("aeiou")
    let endings = ["", "n", "s", "r"]
    var seen: Set<String> = []
    var words: [String] = []
    while words.count < vocabularySize {
      let syllables =
        1 + random.whole(below: 2) + (words.count > 300 ? 1 : 0) + (words.count > 5000 ? 1 : 0)
      var word = ""
      for _ in 0..<syllables {
        word.append(consonants[random.whole(below: 16)])
        word.append(vowels[random.whole(below: 5)])
      }
      word += endings[random.whole(below: 4)]
      if seen.insert(word).inserted { words.append(word) }
    }
    return words
  }
}
