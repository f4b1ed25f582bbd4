package import DaybookEvents

/// Commands that another copy holds and a damaged store lacks.
package struct CommandStock: Sendable {
  private let wanted: [ReplicaID: [ClosedRange<UInt64>]]
  private var commands: [ReplicaID: [UInt64: [ReceivedCommand]]] = [:]
  /// Parts of the other copies that were damaged or forged.
  package var refused = 0

  /// Nothing yet, of what is missing.
  package init(wanted missing: [WithheldEvents]) {
    wanted = Dictionary(grouping: missing, by: \.replica).mapValues { $0.map(\.sequences) }
  }

  /// Takes a proven command, if any of it is wanted.
  package mutating func offer(_ command: ReceivedCommand) {
    let last = command.sequence + UInt64(command.eventCount) - 1
    let range = command.sequence...last
    guard wanted[command.replica]?.contains(where: { $0.overlaps(range) }) ?? false else { return }
    commands[command.replica, default: [:]][command.sequence, default: []].append(command)
  }

  /// Takes what is wanted of a segment, if it is sound.
  package mutating func offer(_ segment: Segment) {
    do {
      for command in try segment.verified() { offer(command) }
    } catch {
      refused += 1
    }
  }

  /// Takes what is wanted of another store's file, as far as signatures prove it.
  package mutating func offer(_ salvage: Salvage) throws {
    var commands = SalvagedCommands(salvage)
    var unproven: [ReplicaID: [ReceivedCommand]] = [:]
    var stock = self
    try commands.forEach { command in
      unproven[command.replica, default: []].append(command)
      guard let signature = command.signature,
        ReplicaKey.isValid(signature, of: command.link, by: command.publicKey)
      else { return }
      for proven in unproven.removeValue(forKey: command.replica) ?? [] { stock.offer(proven) }
    }
    self = stock
  }

  /// The commands that begin at a sequence.
  package func commands(_ replica: ReplicaID, _ sequence: UInt64) -> [ReceivedCommand] {
    commands[replica]?[sequence] ?? []
  }

  /// All of them, those of one log in their order.
  package var all: [ReceivedCommand] {
    commands.sorted { $0.key < $1.key }.flatMap { _, found in
      found.sorted { $0.key < $1.key }.flatMap(\.value)
    }
  }
}

extension ReceivedCommand {
  /// The key that its writer signs with.
  fileprivate var publicKey: [UInt8] { origin.publicKey }
}
