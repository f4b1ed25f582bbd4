import Daybook
import DaybookEvents
import DaybookLog
import DaybookSync
import DaybookSystem
import LMDB
import Workload

/// Merging and keeping in step: P8, P9 and P10, and Y1 to Y3 with whole processes.
struct SyncRows {
  /// How many events come in, and how many items change between two rounds.
  private static let (incoming, changed) = (1_000, 50)

  let fixture: Fixture
  /// The program, for Y1 and Y2; nil leaves them out.
  let daybook: String?

  func figures(rounds: Int, _ wanted: Set<Row>) throws -> [Figure] {
    var figures: [Figure] = []
    if wanted.contains(.P8) { figures.append(try merge(.P8, rounds, try newestSegments())) }
    if wanted.contains(.P9) { figures.append(try merge(.P9, rounds, try spreadSegments())) }
    if wanted.contains(.P10) { figures.append(try nothingNew(rounds)) }
    if let daybook {
      if wanted.contains(.Y1) { figures.append(try changes(.Y1, rounds, daybook)) }
      if wanted.contains(.Y2) { figures.append(try changes(.Y2, rounds, daybook)) }
    }
    if wanted.contains(.Y3) { figures.append(try firstRound(rounds)) }
    return figures
  }

  /// P8, P9. The merge of some events into a copy of the store; plain C puts the same rows into
  /// another copy, in one transaction. Wall time.
  private func merge(_ row: Row, _ rounds: Int, _ segments: [Segment]) throws -> Figure {
    var note = ""
    let pairs = try Pairs(rounds: rounds) {
      let store = try open("merge-ours")
      let copy = RawStoreCopy(try fixture.copy("merge-raw"))
      defer {
        // They lie in a folder that is removed as a whole.
        for name in ["merge-ours", "merge-raw"] { try? fixture.remove(name) }
      }
      let cost = try copy.timeCommit {
        var source = SegmentList(segments)
        guard try store.merge(&source, from: "bench").appliedEvents >= Self.incoming else {
          throw BenchError.failed("the merge")
        }
      }
      note = "\(copy.lastCommit.rows) rows in \(copy.lastCommit.tables) tables"
      return (cost.ours.wall, cost.raw.wall)
    }
    return Figure(row, fixture.count, pairs, per: Self.incoming, note: note)
  }

  /// What another machine, which had all of the store, wrote after it.
  private func newestSegments() throws -> [Segment] {
    let peer = try open("peer")
    defer { try? fixture.remove("peer") }  // as above
    let before = try peer.read { moment, _ in moment.state.vector }
    var written = 0
    for drafts in fixture.tailDrafts where written < Self.incoming {
      try peer.write { _, _ in drafts }
      written += drafts.count
    }
    return try segments(of: peer, lackedBy: before)
  }

  /// What another machine wrote all through the time of the store, knowing nothing of it.
  private func spreadSegments() throws -> [Segment] {
    let path = fixture.folder + "/stranger"
    defer { try? fixture.remove("stranger") }  // as above
    let clock = BenchClock(fixture.middle)
    let step = max(1, (fixture.end - fixture.middle) / Int64(Self.incoming))
    var options = Fixture.options
    options.now = { clock.next(step) }
    let peer = try Store.open(at: path, options: options)
    for number in 0..<Self.incoming {
      var fields = ItemChange()
      fields.title = Text("from elsewhere \(number)")
      try peer.capture(fields)
    }
    return try segments(of: peer, lackedBy: LocalVector())
  }

  /// P10. Both sides of an exchange in which neither has anything new: processor time, in
  /// milliseconds; the note says how many bytes each side sends.
  private func nothingNew(_ rounds: Int) throws -> Figure {
    let (here, there) = (try open("here"), try open("there"))
    defer {
      for name in ["here", "there"] { try? fixture.remove(name) }  // as above
    }
    var (sent, said) = (0, 0)
    let times = try (0..<rounds).map { _ in
      try cpuSecondsRepeated {
        let greeting = try Greeting(here) { hello in
          var source = MemorySource(hello.bytes + Frame(.end).bytes)
          var answer: [UInt8] = []
          try Exchange.serve(there, &source, takesOffers: true) { answer += $0 }
          (sent, said) = (hello.bytes.count, answer.count)
          var answers = MemorySource(answer)
          guard let frame = try Frame(from: &answers) else { throw BenchError.failed("greeting") }
          return try HeadList(reading: frame.content)
        }
        guard try greeting.want(of: here) == nil else { throw BenchError.failed("in step") }
      } * 1000
    }
    return Figure(
      .P10, fixture.count, ratios: times, ours: "\(Figure.short(times.median)) ms",
      note: "\(sent) bytes there, \(said) back")
  }

  /// Y1, Y2. Some items are changed here, then a round there and a round here: wall time of both,
  /// with the starts of the programs, in milliseconds. Through a folder, or by what stands in for
  /// ssh and runs the program on this machine.
  private func changes(_ row: Row, _ rounds: Int, _ daybook: String) throws -> Figure {
    let (here, there) = (try fixture.copy("here"), try fixture.copy("there"))
    let lead = fixture.folder + "/lead"
    defer {
      for name in ["here", "there", "shared", "lead"] { try? fixture.remove(name) }  // as above
    }
    let script = """
      #!/bin/sh
      for last; do :; done
      PATH=\(FileSystem.parent(of: daybook)):$PATH exec sh -c "$last"

      """
    try FileSystem.writeFileAtomically(lead, Array(script.utf8), permissions: 0o700)
    let store = try Store.open(at: here, options: Fixture.options)
    let bySSH = row == .Y2
    let address = bySSH ? "ssh://there\(there)" : fixture.folder + "/shared"
    func run(_ words: [String], _ path: String) throws -> Double {
      try Cost(
        running: ["/usr/bin/env", "DAYBOOK_SSH=\(lead)", daybook] + words + ["--store", path]
      ).wall
    }
    for path in bySSH ? [here] : [here, there] {
      _ = try run(["remote", "add", "other", address], path)
    }
    for path in bySSH ? [here] : [here, there, here] { _ = try run(["sync", "--yes"], path) }
    let items = fixture.someItems(Self.changed).map { Bench.id("i\($0)") }
    var count = 0
    let times = try (0..<rounds).map { _ in
      for item in items {
        count += 1
        var change = ItemChange()
        change.title = Text("changed \(count)")
        try store.edit(item, change)
      }
      let mine = try run(["sync", "--yes"], here)
      return try (mine + (bySSH ? 0 : run(["sync", "--yes"], there))) * 1000
    }
    return Figure(row, fixture.count, ratios: times, ours: "\(Figure.short(times.median)) ms")
  }

  /// Y3. The first round of an empty store with a folder that holds all events, over the merge of a
  /// bundle of the same. Processor time.
  private func firstRound(_ rounds: Int) throws -> Figure {
    let shared = fixture.folder + "/shared"
    defer { try? fixture.remove("shared") }  // as above
    var folder = FolderRemote(shared)
    try folder.open(isNew: true)
    _ = try folder.publish(from: try fixture.store.get())
    let pairs = try Pairs(rounds: rounds) {
      let (one, other) = (try empty("first"), try empty("second"))
      defer {
        for name in ["first", "second"] { try? fixture.remove(name) }  // as above
      }
      try one.addRemote("shared", at: .folder(path: shared))
      let record = try one.remotes()[0]
      let ours = try cpuSeconds {
        var sync = Sync(one, with: record)
        _ = try sync.run()
      }
      return (ours, try cpuSeconds { _ = try other.merge(bundleAt: fixture.bundlePath) })
    }
    return Figure(.Y3, fixture.count, pairs, per: fixture.count)
  }

  private func open(_ name: String) throws -> Store {
    try Store.open(at: try fixture.copy(name), options: Fixture.options)
  }

  private func empty(_ name: String) throws -> Store {
    try Store.open(at: "\(fixture.folder)/\(name)", options: Fixture.options)
  }

  private func segments(of store: Store, lackedBy known: LocalVector) throws -> [Segment] {
    try store.read { moment, transaction in
      var segments: [Segment] = []
      try moment.log.segments(lackedBy: known, moment.state, transaction) { segments.append($0) }
      return segments
    }
  }
}
