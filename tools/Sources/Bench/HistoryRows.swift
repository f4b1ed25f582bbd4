import Daybook
import DaybookEvents
import DaybookLog
import DaybookSystem
import LMDB
import Workload

/// What grows with the thing asked about and not with the store: H1 and H3; and what looking at a
/// merge before costs beside the merge: H2. Processor time.
struct HistoryRows {
  /// How many events come in, and how many conflicts there are.
  private static let (incoming, conflicts) = (1_000, 100)

  let fixture: Fixture

  func figures(rounds: Int, _ wanted: Set<Row>) throws -> [Figure] {
    var figures: [Figure] = []
    if wanted.contains(.H1) { figures.append(try historyOfOne(rounds)) }
    if wanted.contains(.H2) { figures.append(try preview(rounds)) }
    if wanted.contains(.H3) { figures.append(try conflictList(rounds)) }
    return figures
  }

  /// H1. What `log ID` and `blame ID` read of an item, over the same in the smallest store.
  private func historyOfOne(_ rounds: Int) throws -> Figure {
    let store = try fixture.store.get()
    let ids = fixture.someItems(1_000).map { Bench.id("i\($0)") }
    let pairs = try Pairs(rounds: rounds) {
      let seconds = try cpuSecondsRepeated {
        for id in ids {
          var filter = LogFilter()
          filter.entity = id
          try store.read { moment, transaction in
            for entry in try moment.events(filter, transaction) { _ = entry.description }
            _ = try moment.blame(id, .item, transaction)
          }
        }
      }
      return (seconds / Double(ids.count), 0)
    }
    return Figure(.H1, fixture.count, pairs)
  }

  /// H2. `merge --dry-run` of what another machine wrote on top of the store, over the merge.
  private func preview(_ rounds: Int) throws -> Figure {
    let incoming = try segments(ofTail: Self.incoming)
    let pairs = try Pairs(rounds: rounds) {
      let store = try copy("preview")
      defer { try? fixture.remove("preview") }  // it lies in a folder that is removed as a whole
      let preview = try cpuSeconds {
        var source = SegmentList(incoming)
        _ = try store.merge(&source, from: "bench", isDryRun: true)
      }
      let merge = try cpuSeconds {
        var source = SegmentList(incoming)
        guard try store.merge(&source, from: "bench").appliedEvents >= Self.incoming else {
          throw BenchError.failed("the merge")
        }
      }
      return (preview, merge)
    }
    return Figure(.H2, fixture.count, pairs)
  }

  /// H3. The list of conflicts and `status` with 100 conflicts, over the same in the smallest
  /// store.
  private func conflictList(_ rounds: Int) throws -> Figure {
    let store = try copy("contested")
    defer { try? fixture.remove("contested") }  // as above
    let items = fixture.someItems(Self.conflicts).map { Bench.id("i\($0)") }
    let other = try copy("other")
    defer { try? fixture.remove("other") }  // as above
    let before = try store.read { moment, _ in moment.state.vector }
    for (store, title) in [(store, "here"), (other, "there")] {
      for item in items {
        var change = ItemChange()
        change.title = Text(title)
        try store.write { _, _ in [EventDraft(.itemEdited, item, payload: change.encoded)] }
      }
    }
    var source = SegmentList(try segments(of: other, lackedBy: before))
    _ = try store.merge(&source, from: "bench")
    let pairs = try Pairs(rounds: rounds) {
      let seconds = try cpuSecondsRepeated {
        guard try store.read({ try Conflict.all($0, $1) }).count >= items.count else {
          throw BenchError.failed("the list of conflicts")
        }
        _ = try store.status()
      }
      return (seconds, 0)
    }
    return Figure(.H3, fixture.count, pairs)
  }

  /// What another machine, which had all of the store, wrote after it.
  private func segments(ofTail count: Int) throws -> [Segment] {
    let peer = try copy("peer")
    defer { try? fixture.remove("peer") }  // as above
    let before = try peer.read { moment, _ in moment.state.vector }
    var written = 0
    for drafts in fixture.tailDrafts where written < count {
      try peer.write { _, _ in drafts }
      written += drafts.count
    }
    return try segments(of: peer, lackedBy: before)
  }

  private func segments(of store: Store, lackedBy known: LocalVector) throws -> [Segment] {
    try store.read { moment, transaction in
      var segments: [Segment] = []
      try moment.log.segments(lackedBy: known, moment.state, transaction) { segments.append($0) }
      return segments
    }
  }

  /// A copy of the store that writes as a machine of its own.
  private func copy(_ name: String) throws -> Store {
    let store = try Store.open(at: try fixture.copy(name), options: Fixture.options)
    try store.environment.write { transaction in
      var random = Fixture.options.random()
      try StoreIdentity(key: ReplicaKey(random: &random), name: Array(name.utf8))
        .store(store.tables, &transaction)
    }
    return store
  }
}
