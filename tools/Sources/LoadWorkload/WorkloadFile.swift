import DaybookInterchange
import DaybookSystem
import Workload

/// A workload file: one JSON object a line, read piece by piece, whatever its size.
struct WorkloadFile {
  private static let chunkSize = 1 << 20

  private let read: (Int) throws -> [UInt8]
  private var rest: [UInt8] = []
  private var lineNumber = 0

  /// Opens a file, or standard input for `-`.
  init(_ path: String) throws {
    if path == "-" {
      read = { try StandardInput.read($0) }
    } else {
      let reader = try FileReader(path)
      read = { try reader.read($0) }
    }
  }

  /// The events of the next lines; nil at the end.
  ///
  /// - Throws: ``WorkloadError/line(_:_:)`` for a line that is none of a workload's.
  mutating func nextEvents() throws -> [WorkloadEvent]? {
    let more = try read(Self.chunkSize)
    let text = rest + more
    guard !text.isEmpty else { return nil }
    let end = more.isEmpty ? text.count : (text.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
    rest = Array(text[end...])
    let lines = Array(text[..<end])
    let before = lineNumber
    lineNumber += lines.count { $0 == UInt8(ascii: "\n") }
    return try JSONStream(lines).map { element in
      let number = before + element.line
      guard case .success(.object(let object)) = element.result else {
        throw WorkloadError.line(number, "is no JSON object")
      }
      return try WorkloadEvent(object, line: number)
    }
  }
}

extension WorkloadEvent {
  /// Reads one line.
  fileprivate init(_ object: JSONObject, line: Int) throws {
    let members = Members(object: object, line: line)
    let replica = try members.number("replica")
    guard (1...Self.replicaCount).contains(replica) else {
      throw WorkloadError.line(line, "\"replica\" is not 1, 2 or 3")
    }
    self.init(
      milliseconds: Int64(try members.number("hlc_ms")), counter: try members.number("counter"),
      replica: replica, sequence: try members.number("seq"), entity: try members.text("entity"),
      action: try Action(members))
  }
}

extension WorkloadEvent.Action {
  fileprivate init(_ members: Members) throws {
    switch try members.text("type") {
    case "capture":
      self = .capture(title: try members.text("title"), body: try members.text("body"))
    case "edit": self = .edit(try WorkloadEvent.Edit(members))
    case "tag": self = .tag(try members.text("tag"), isOn: try members.flag("on"))
    case "move": self = .move(collection: try members.text("collection"))
    case "review":
      let grade = try members.number("grade")
      guard (1...4).contains(grade) else { throw members.unusable("grade") }
      self = .review(grade: grade, durationMilliseconds: try members.number("dur_ms"))
    default: throw members.unusable("type")
    }
  }
}

extension WorkloadEvent.Edit {
  fileprivate init(_ members: Members) throws {
    switch try members.text("field") {
    case "title": self = .title(try members.text("value"))
    case "body": self = .body(try members.text("value"))
    case "status":
      guard let status = WorkloadEvent.Status(rawValue: try members.text("value")) else {
        throw members.unusable("value")
      }
      self = .status(status)
    case "priority": self = .priority(try members.number("value"))
    case "due": self = .due(day: try members.number("value"))
    default: throw members.unusable("field")
    }
  }
}

/// The members of a line, each of the kind it must be.
private struct Members {
  let object: JSONObject
  let line: Int

  func text(_ key: String) throws -> String {
    guard let text = object[key]?.text else { throw unusable(key) }
    return text
  }

  func number(_ key: String) throws -> Int {
    guard case .number(let digits) = object[key], let number = Int(digits) else {
      throw unusable(key)
    }
    return number
  }

  func flag(_ key: String) throws -> Bool {
    guard case .bool(let flag) = object[key] else { throw unusable(key) }
    return flag
  }

  func unusable(_ key: String) -> WorkloadError {
    .line(line, "\"\(key)\" is missing, or not as a workload has it")
  }
}
