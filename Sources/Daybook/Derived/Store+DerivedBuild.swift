import DaybookEvents
import DaybookLog
import DaybookSystem
import LMDB

/// Bringing the rows of a derived view up to date. Its function is called while no transaction is
/// open, and a writer is held for the rows of some things at a time.
extension Store {
  /// How many things are computed at once.
  private static let thingLimit = 500
  /// How many rows of a build that is given up are removed at once.
  private static let sweepLimit = 2_000
  /// How long another builder is waited for, and between looks.
  private static let patienceMilliseconds = 2_000
  private static let pauseMilliseconds = 10

  /// Brings a view up to what is written now, or further.
  ///
  /// - Throws: what the view's function throws; its rows stay as they were then.
  func refresh(_ view: DerivedView) throws {
    _ = try environment.createTable(DerivedTable.name)
    let goal = try read { moment, _ in moment.state.eventCount }
    var patience = Self.patienceMilliseconds
    while true {
      let (build, state) = try read { moment, transaction in
        (try DerivedBuild(view.name.name, transaction), moment.state)
      }
      let isUsable =
        build.generation != nil && build.version == view.version && build.refolds == state.refolds
        && build.position + DerivedChanges.eventLimit >= state.eventCount
      if isUsable, build.position >= goal { return }
      if isUsable {
        try catchUp(view, from: build)
      } else if build.next != nil, patience > 0 {
        // Whoever builds it may have died.
        SystemClock.pause(milliseconds: Self.pauseMilliseconds)
        patience -= Self.pauseMilliseconds
      } else {
        try rebuild(view, besides: build)
        patience = Self.patienceMilliseconds
      }
    }
  }

  /// Computes what changed since a build, unless somebody else does.
  private func catchUp(_ view: DerivedView, from build: DerivedBuild) throws {
    guard let generation = build.generation else { return }
    let rows = DerivedViewRows(prefix: DerivedTable.prefix(view.name.name, generation))
    let changes = try read {
      try DerivedChanges(since: build, view.source, rows, $0, $1)
    }
    let computed = try compute(view, Array(changes.things))
    try environment.write { transaction in
      try StoreFormat.checkWritable(tables, transaction.reading)
      guard try DerivedBuild(view.name.name, transaction.reading) == build else { return }
      for (thing, kept) in computed { try rows.replace(thing, with: kept, &transaction) }
      for (row, digest) in changes.shared {
        try transaction.putDerived(rows.dependency(row), digest)
      }
      var now = build
      now.position = max(changes.position, build.position)
      try now.store(view.name.name, &transaction)
    }
  }

  /// Computes all rows beside those there are, and puts them in their place, unless somebody else
  /// begins to build the view or something is erased meanwhile.
  private func rebuild(_ view: DerivedView, besides old: DerivedBuild) throws {
    let name = view.name.name
    var random = options.random()
    let generation: UInt64 = random.next()
    var claimed = old
    claimed.next = generation
    let isClaimed = try environment.write { transaction in
      try StoreFormat.checkWritable(tables, transaction.reading)
      guard try DerivedBuild(name, transaction.reading) == old else { return false }
      try claimed.store(name, &transaction)
      return true
    }
    guard isClaimed else { return }
    do {
      try sweep(name, keeping: [old.generation, generation])
      try fill(view, generation)
      try sweep(name, keeping: [generation])
    } catch {
      // Whoever asks next need not wait for a build that ended.
      try? withdraw(generation, name)
      throw error
    }
  }

  private func fill(_ view: DerivedView, _ generation: UInt64) throws {
    let name = view.name.name
    let rows = DerivedViewRows(prefix: DerivedTable.prefix(name, generation))
    let (state, all) = try read { moment, transaction in
      (moment.state, try view.source.all(moment, transaction))
    }
    var (things, shared) = (all.things[...], all.shared[...])
    while !things.isEmpty || !shared.isEmpty {
      let computed = try compute(view, Array(things.prefix(Self.thingLimit)))
      let digests = try read { moment, transaction in
        try shared.prefix(Self.thingLimit).map { row in
          (row, try moment.catalog.record(row, transaction).shownDigest)
        }
      }
      (things, shared) = (
        things.dropFirst(Self.thingLimit), shared.dropFirst(Self.thingLimit)
      )
      let stands = try environment.write { transaction in
        guard try DerivedBuild(name, transaction.reading).next == generation else { return false }
        for (thing, kept) in computed { try rows.replace(thing, with: kept, &transaction) }
        for (row, digest) in digests { try transaction.putDerived(rows.dependency(row), digest) }
        return true
      }
      guard stands else { return }
    }
    try environment.write { transaction in
      var build = try DerivedBuild(name, transaction.reading)
      guard build.next == generation else { return }
      (build.generation, build.next) = (generation, nil)
      (build.version, build.position) = (view.version, state.eventCount)
      build.refolds = state.refolds
      try build.store(name, &transaction)
    }
  }

  /// The rows of some things, as they show now.
  private func compute(
    _ view: DerivedView, _ things: [EntityID]
  ) throws -> [(thing: EntityID, kept: [[UInt8]: Int64])] {
    var computed: [(thing: EntityID, kept: [[UInt8]: Int64])] = []
    var rest = things[...]
    while !rest.isEmpty {
      let some = rest.prefix(Self.thingLimit)
      rest = rest.dropFirst(Self.thingLimit)
      let shown = try read { moment, transaction in
        try some.map { ($0, try view.source.thing($0, moment, transaction)) }
      }
      for (id, thing) in shown { computed.append((id, try thing.map(view.kept) ?? [:])) }
    }
    return computed
  }

  /// Gives a build up that was not finished.
  private func withdraw(_ generation: UInt64, _ name: String) throws {
    try environment.write { transaction in
      var build = try DerivedBuild(name, transaction.reading)
      guard build.next == generation else { return }
      build.next = nil
      try build.store(name, &transaction)
    }
  }

  /// Removes the rows of all builds of a view but some, a part at a time.
  func sweep(_ name: String, keeping kept: [UInt64?]) throws {
    let prefixes = kept.compactMap { $0.map { DerivedTable.prefix(name, $0) } }
    let all = DerivedTable.prefix(name)
    var isMore = true
    while isMore {
      isMore = try environment.write { transaction in
        var keys: [[UInt8]] = []
        var next: [UInt8]? = all
        while let from = next, keys.count < Self.sweepLimit {
          next = nil
          try transaction.reading.scan(DerivedTable.table, from: from, below: all.after) { key, _ in
            let key = key.array()
            if let live = prefixes.first(where: { key.starts(with: $0) }) {
              next = live.after
              return .stop
            }
            keys.append(key)
            return keys.count < Self.sweepLimit ? .next : .stop
          }
        }
        for key in keys { _ = try transaction.delete(key, in: DerivedTable.table) }
        return keys.count == Self.sweepLimit
      }
    }
  }
}
