/// One line of a workload: what somebody did to an item or a card, on one of three replicas.
package struct WorkloadEvent: Equatable, Sendable {
  /// How many replicas a workload has.
  package static let replicaCount = 3

  /// Milliseconds since 1970; they never fall from one line to the next.
  package var milliseconds: Int64
  /// Tells lines of one millisecond apart.
  package var counter: Int
  /// Who wrote it, 1...3.
  package var replica: Int
  /// 1, 2, 3 … for each replica.
  package var sequence: Int
  /// What it is about: `i<number>` an item, `c<number>` a card, which asks about item 2 × number.
  package var entity: String
  /// What was done.
  package var action: Action

  /// What is done in a workload.
  package enum Action: Equatable, Sendable {
    /// A new item.
    case capture(title: String, body: String)
    /// Another value of one field.
    case edit(Edit)
    /// A tag put on, or taken off.
    case tag(String, isOn: Bool)
    /// The one collection an item is in from now on.
    case move(collection: String)
    /// An answer to a card: 1 again … 4 easy.
    case review(grade: Int, durationMilliseconds: Int)
  }

  /// A field of an item with its new value.
  package enum Edit: Equatable, Sendable {
    case title(String)
    case body(String)
    case status(Status)
    /// 0 for none, 1 low, 2 normal, 3 high.
    case priority(Int)
    /// Days since 1970-01-01.
    case due(day: Int)
  }

  /// The states of a workload's items. Raw values are what files say.
  package enum Status: String, CaseIterable, Sendable {
    case open, doing, done, dropped
  }

  /// Describes a line.
  package init(
    milliseconds: Int64, counter: Int, replica: Int, sequence: Int, entity: String, action: Action
  ) {
    self.milliseconds = milliseconds
    self.counter = counter
    self.replica = replica
    self.sequence = sequence
    self.entity = entity
    self.action = action
  }
}

extension WorkloadEvent {
  /// The line of a workload file, with its newline. Texts of the generator need no escapes.
  package var line: String {
    let time = String(milliseconds, radix: 16).padded(to: 12)
    let id = "\(time)-\(String(counter, radix: 16).padded(to: 4))-\(replica)"
    let (type, rest) = typeAndMembers
    return "{\"id\":\"\(id)\",\"hlc_ms\":\(milliseconds),\"counter\":\(counter),"
      + "\"replica\":\(replica),\"seq\":\(sequence),\"type\":\"\(type)\","
      + "\"entity\":\"\(entity)\",\(rest)}\n"
  }

  private var typeAndMembers: (String, String) {
    switch action {
    case .capture(let title, let body): ("capture", "\"title\":\"\(title)\",\"body\":\"\(body)\"")
    case .edit(let edit): ("edit", edit.members)
    case .tag(let name, let isOn): ("tag", "\"tag\":\"\(name)\",\"on\":\(isOn)")
    case .move(let collection): ("move", "\"collection\":\"\(collection)\"")
    case .review(let grade, let duration):
      ("review", "\"grade\":\(grade),\"dur_ms\":\(duration)")
    }
  }
}

extension WorkloadEvent.Edit {
  fileprivate var members: String {
    switch self {
    case .title(let text): "\"field\":\"title\",\"value\":\"\(text)\""
    case .body(let text): "\"field\":\"body\",\"value\":\"\(text)\""
    case .status(let status): "\"field\":\"status\",\"value\":\"\(status.rawValue)\""
    case .priority(let level): "\"field\":\"priority\",\"value\":\(level)"
    case .due(let day): "\"field\":\"due\",\"value\":\(day)"
    }
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    String(repeating: "0", count: max(0, width - utf8.count)) + self
  }
}
