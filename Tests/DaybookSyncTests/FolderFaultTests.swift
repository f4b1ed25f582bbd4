import Daybook
import DaybookEvents
import DaybookSync
import DaybookSystem
import DaybookText
import Testing

/// Machines that keep in step through a folder which is carried badly: files come late, cut, twice,
/// under other names, and go again.
struct FolderFaultTests {
  static let runs =
    Host.environment("DAYBOOK_FOLDER_RUNS").flatMap(Int.init)
    ?? (_isDebugAssertConfiguration() ? 40 : 200)

  @Test(arguments: 0..<4)
  func `whatever befalls files on their way, all machines agree once all of them are there`(
    _ batch: Int
  ) throws {
    for seed in stride(from: batch, to: Self.runs, by: 4) {
      do {
        try run(seed)
      } catch {
        Issue.record("seed \(seed): \(error)")
        return
      }
    }
  }

  /// Some machines, each with a copy of the folder of its own, between which files are carried.
  private func run(_ seed: Int) throws {
    var random = Dice(seed)
    let home = try Household()
    let count = 2 + random.below(3)
    let stores = try (0..<count).map { try home.machine("machine \($0)") }
    let folders = (0..<count).map { "\(home.path)/copy \($0)" }
    for folder in folders { try FolderCarrier.begin(folder) }
    var things: [EntityID] = []
    for _ in 0..<25 {
      home.clock.advance(by: 1)
      let index = random.below(count)
      switch random.below(4) {
      case 0: things.append(try stores[index].capture("item \(things.count)"))
      case 1:
        guard !things.isEmpty else { continue }
        let thing = things[random.below(things.count)]
        // What this machine has not heard of it cannot change.
        guard try stores[index].item(thing) != nil else { continue }
        _ = try stores[index].edit(thing) { _ in
          var change = ItemChange()
          change.title = Text("changed \(random.below(1_000))")
          return change
        }
      case 2: try home.sync(stores[index], through: folders[index])
      default:
        try FolderCarrier.carry(
          from: folders[index], to: folders[random.below(count)], isFaulty: true, &random)
      }
    }
    // From here on all is carried whole.
    for _ in 0..<3 {
      for (store, folder) in zip(stores, folders) {
        for other in folders where other != folder {
          try FolderCarrier.carry(from: other, to: folder, isFaulty: false, &random)
        }
        try home.sync(store, through: folder)
      }
    }
    let expected = try stores[0].fingerprint()
    for store in stores {
      try #require(try store.fingerprint() == expected)
      try #require(try store.titles.count == things.count, "nothing is lost, nothing comes twice")
      try #require(try store.status().waitingCommands == 0)
    }
  }
}

/// What carries a folder from machine to machine, well or badly.
enum FolderCarrier {
  /// A folder as it is when nobody has written there.
  static func begin(_ folder: String) throws {
    var remote = FolderRemote(folder)
    try remote.open(isNew: true)
  }

  /// Makes the directories of others in a folder what they are in another.
  static func carry(
    from source: String, to target: String, isFaulty: Bool, _ dice: inout Dice
  ) throws {
    guard source != target else { return }
    for replica in try FileSystem.listDirectory(source)
    where FileSystem.isDirectory("\(source)/\(replica)") {
      let (there, here) = ("\(source)/\(replica)", "\(target)/\(replica)")
      try FileSystem.makeDirectory(here, intermediates: true)
      let names = try FileSystem.listDirectory(there)
      for name in names.sorted(by: { _, _ in dice.below(2) == 0 }) {
        if isFaulty, dice.below(3) == 0 { continue }  // it comes later
        let bytes = try FileSystem.readFile("\(there)/\(name)", limit: 1 << 26)
        let isCut = isFaulty && dice.below(4) == 0
        let cut = isCut ? Array(bytes.prefix(dice.below(bytes.count + 1))) : bytes
        let known = FileSystem.exists("\(here)/\(name)")
        if known, isCut { continue }
        try FileSystem.writeFileAtomically("\(here)/\(name)", cut)
        if isFaulty, dice.below(5) == 0 {
          let twin = name.replacing(".bundle", with: ".sync-conflict-20261123.bundle")
          try FileSystem.writeFileAtomically("\(here)/\(twin)", cut)
        }
      }
    }
  }
}

/// Numbers that follow from a seed.
struct Dice {
  private var state: UInt64

  init(_ seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func below(_ limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(limit))
  }
}
