import DaybookEvents
import Testing
import Workload

struct GeneratorTests {
  /// SHA-256 of the lines that an independent program in another language makes of these sizes
  /// and seeds.
  @Test(arguments: [
    (1000, 1, "e87cba8d61c4d72f0e5ef2e43a58587f5ae268cfd03fcd923b51109d0df3b33d"),
    (500, 7, "109371e3daaf9fb103ce6a0db787d2599a12199172c7e7217c03442b9494a127"),
  ])
  func `a size and a seed make the same workload everywhere`(
    count: Int, seed: UInt32, expected: String
  ) {
    var digest = Digest()
    for event in WorkloadGenerator(count: count, seed: seed) {
      digest.update(Array(event.line.utf8))
    }
    #expect(Hexadecimal.digits(digest.finalize()) == expected)
  }

  @Test func `a workload is what its description says`() {
    let events = Array(WorkloadGenerator(count: 10_000))
    #expect(events.count == 10_000)
    #expect(zip(events, events.dropFirst()).allSatisfy { $0.milliseconds <= $1.milliseconds })
    for replica in 1...WorkloadEvent.replicaCount {
      let sequences = events.filter { $0.replica == replica }.map(\.sequence)
      #expect(!sequences.isEmpty && sequences == Array(1...sequences.count))
    }
    let reviews = events.count { if case .review = $0.action { true } else { false } }
    #expect((3800...4200).contains(reviews))
    let changes = zip(events, events.dropFirst()).count { $0.replica != $1.replica }
    #expect((50...300).contains(changes))
  }
}
