import ArgumentParser
import Daybook
import DaybookSystem
import Workload

/// Makes stores of any size, to measure and to try things on.
@main
struct LoadWorkload: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tools/load-workload",
    abstract: "Append a workload file to a store, as the logs of three replicas.",
    discussion: """
      EXAMPLES
        tools/load-workload --generate 10000 --store DIR
        tools/load-workload --generate 1000000 --write history.jsonl
        tools/load-workload history.jsonl --store DIR --bundle history.bundle

      Each line is written on top of all lines before it, as if the machines had met whenever \
      their owner went from one to another. Replicas are named 1, 2 and 3, collections, tags and \
      cards as in the file. An item is in the collection it was last moved to. Of the states, \
      open and doing become active, dropped becomes archived; of the priorities, 0 is none, 1 \
      low, 2 normal, 3 high.
      """)

  @Argument(help: "The file, one JSON object a line; - for standard input.")
  var file: String?
  @Option(help: "Make a workload of this many events instead of reading one.")
  var generate: Int?
  @Option(help: "The store to append to; it is made if need be.")
  var store: String?
  @Option(help: "Also write all that the store then holds into a bundle.")
  var bundle: String?
  @Option(help: "Write the workload as a file of lines.")
  var write: String?
  @Option(help: "Stop after this many lines.")
  var limit = Int.max
  @Option(help: "Make up to this many consecutive lines of one replica one command.")
  var group = 1
  @Option(help: "What a generated workload, and the keys of its replicas, are made from.")
  var seed: UInt32 = 1

  func validate() throws {
    guard (file == nil) != (generate == nil) else {
      throw ValidationError("Name a file, or how many events to --generate.")
    }
    guard store != nil || write != nil else {
      throw ValidationError("Name a --store to append to, or a file to --write.")
    }
    guard store != nil || bundle == nil else {
      throw ValidationError("A bundle is made of a --store.")
    }
    guard generate ?? 1 > 0, limit > 0, group > 0 else {
      throw ValidationError("Numbers of events and lines are 1 or more.")
    }
  }

  func run() throws {
    let target = try store.map {
      try Store.open(at: $0, options: StoreOptions(replicaName: Host.name()))
    }
    var writer = try target.map {
      try WorkloadWriter($0, seed: UInt64(seed), linesPerCommand: group)
    }
    let lines = try write.map { try FileWriter($0) }
    var count = 0
    var text: [UInt8] = []
    try forEachEvent { event in
      try writer?.append(event)
      if let lines {
        text += event.line.utf8
        if text.count > 1 << 20 {
          try lines.write(text)
          text.removeAll(keepingCapacity: true)
        }
      }
      count += 1
    }
    try writer?.flush()
    try lines?.write(text)
    try lines?.finish()
    let events = writer.map { ", \($0.eventCount) events" } ?? ""
    print("\(count) lines\(events)")
    if let target { print("fingerprint \(try target.fingerprint())") }
    if let bundle, let target {
      print("\(try target.createBundle(at: bundle)) events in \(bundle)")
    }
  }

  /// Hands over the lines, made or read, as far as they are wanted.
  private func forEachEvent(_ body: (WorkloadEvent) throws -> Void) throws {
    if let generate {
      for event in WorkloadGenerator(count: generate, seed: seed).prefix(limit) {
        try body(event)
      }
      return
    }
    var source = try WorkloadFile(file ?? "-")
    var left = limit
    while left > 0, let events = try source.nextEvents() {
      for event in events.prefix(left) { try body(event) }
      left -= events.count
    }
  }
}
