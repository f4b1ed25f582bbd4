package import DaybookEvents

/// How events count where clocks were corrected, by the definition: event by event along chains.
package struct ModelClock {
  private var headers: [EventName: EventHeader] = [:]

  package init(_ commands: [ModelCommand], applied: Set<Int>) {
    let winners = Self.winners(commands, applied)
    var shifted: [EventName: Stamp] = [:]
    for number in applied.sorted() {
      // What lies before a command in its chain was written before it.
      var before = commands[number].previous.flatMap { commands[$0].events.last?.name }
      for event in commands[number].events {
        var header = event.header
        let winner = winners[header.replica]
        if let winner, winner.first == event.name || before.map({ shifted[$0] != nil }) ?? false {
          let lowered = header.stamp.rawValue.subtractingReportingOverflow(winner.minus)
          let floor = before.flatMap { headers[$0]?.stamp.rawValue }.map { $0 + 1 } ?? 0
          header.stamp = Stamp(
            rawValue: max(lowered.overflow ? 0 : lowered.partialValue, floor))
          shifted[event.name] = header.stamp
          let (end, day) = (header.stamp.milliseconds, Int64(86_400_000))
          if header.recordedAt >= event.header.stamp.milliseconds - day {
            header.recordedAt = min(max(header.recordedAt, end - day), end)
          }
        }
        headers[event.name] = header
        before = event.name
      }
    }
  }

  /// The header of an applied event, as it counts.
  package func header(_ name: EventName) -> EventHeader? { headers[name] }

  /// What the last event of an applied command counts as stamped.
  package func end(of command: ModelCommand) -> Stamp? {
    command.events.last.flatMap { headers[$0.name]?.stamp }
  }

  /// For each replica the correction that counts: of those that no other one observed the
  /// greatest, by raw stamps.
  private static func winners(
    _ commands: [ModelCommand], _ applied: Set<Int>
  ) -> [ReplicaID: ClockCorrection] {
    typealias Write = (command: Int, index: Int, event: ModelCommand.ModelEvent)
    var writes: [ReplicaID: [Write]] = [:]
    for number in applied.sorted() {
      for (index, event) in commands[number].events.enumerated() {
        guard let correction = event.correction else { continue }
        writes[correction.replica, default: []].append((number, index, event))
      }
    }
    return writes.compactMapValues { all in
      let heads = all.filter { write in
        !all.contains {
          $0.command == write.command
            ? write.index < $0.index : commands[$0.command].observed.contains(write.command)
        }
      }
      return heads.max { left, right in
        let isRule = (commands[left.command].isRuleMade, commands[right.command].isRuleMade)
        if isRule.0 != isRule.1 { return isRule.0 }
        return (left.event.header.stamp, left.event.name)
          < (right.event.header.stamp, right.event.name)
      }?.event.correction
    }
  }
}
