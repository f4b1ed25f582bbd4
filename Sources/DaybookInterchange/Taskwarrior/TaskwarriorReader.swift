/// Turns one JSON object into a task. A value that cannot be read is reported and kept.
struct TaskwarriorReader {
  private(set) var problems: [TaskwarriorProblem] = []
  private var task: TaskwarriorTask
  private let offsetMinutes: Int
  private var isWaiting = false
  private var hasStatus = false

  init(line: Int, offsetMinutes: Int) {
    task = TaskwarriorTask(line: line)
    self.offsetMinutes = offsetMinutes
  }

  /// The task, or nil when it has no description.
  mutating func task(from object: JSONObject) -> TaskwarriorTask? {
    for member in object.members where member.value != .null {
      if let field = TaskwarriorField(rawValue: member.key) {
        read(member, as: field)
      } else if !readOldAnnotation(member) {
        task.extras.append(member)
      }
    }
    if !hasStatus { task.status = likelyStatus }
    if isWaiting && task.wait == nil { report(.waitingWithoutDate) }
    guard !task.description.isEmpty else {
      problems.removeAll()
      report(.missingDescription)
      return nil
    }
    return task
  }

  /// What Taskwarrior's import takes a task for that has no status.
  private var likelyStatus: TaskwarriorTask.Status {
    if task.end != nil { return .completed }
    return task.recur != nil && task.parent == nil ? .recurring : .pending
  }

  private mutating func read(_ member: JSONObject.Member, as field: TaskwarriorField) {
    switch field {
    case .id, .urgency: break  // Computed by Taskwarrior, and different tomorrow.
    case .uuid: task.uuid = uuid(member, field)
    case .description: task.description = text(member, field) ?? ""
    case .status: readStatus(member)
    case .project: task.project = text(member, field)
    case .priority: task.priority = text(member, field)
    case .tags: task.tags = list(member, field)
    case .annotations: readAnnotations(member)
    case .depends: readDependencies(member)
    case .entry: task.entry = date(member, field)
    case .modified: task.modified = date(member, field)
    case .due: task.due = date(member, field)
    case .wait: task.wait = date(member, field)
    case .scheduled: task.scheduled = date(member, field)
    case .until: task.until = date(member, field)
    case .start: task.start = date(member, field)
    case .end: task.end = date(member, field)
    case .recur: task.recur = text(member, field)
    case .rtype: task.recurrenceType = text(member, field)
    case .parent: task.parent = uuid(member, field)
    case .mask: task.mask = text(member, field)
    case .imask: readMaskIndex(member)
    }
  }

  private mutating func readStatus(_ member: JSONObject.Member) {
    guard let text = text(member, .status) else { return }
    hasStatus = true
    if text == "waiting" {
      isWaiting = true
    } else if let status = TaskwarriorTask.Status(rawValue: text) {
      task.status = status
    } else {
      keep(member, .unknownStatus)
    }
  }

  private mutating func readAnnotations(_ member: JSONObject.Member) {
    guard case .array(let values) = member.value else {
      return keep(member, .unexpectedType(.annotations))
    }
    var unread: [JSONValue] = []
    for value in values {
      guard case .object(let object) = value, let text = object["description"]?.text else {
        unread.append(value)
        continue
      }
      let entry = object["entry"].flatMap { milliseconds($0) }
      if entry == nil, object["entry"] != nil { report(.unreadableDate(.annotations)) }
      task.annotations.append(TaskwarriorTask.Annotation(entry: entry, description: text))
    }
    guard !unread.isEmpty else { return }
    keep(
      JSONObject.Member(key: member.key, value: .array(unread)), .unexpectedType(.annotations))
  }

  /// Before 2.0 a remark was a key of its own: `annotation_1285888800`.
  private mutating func readOldAnnotation(_ member: JSONObject.Member) -> Bool {
    let prefix = "annotation_"
    guard member.key.hasPrefix(prefix), let text = member.value.text,
      let entry = milliseconds(.string(String(member.key.dropFirst(prefix.count))))
    else { return false }
    task.annotations.append(TaskwarriorTask.Annotation(entry: entry, description: text))
    return true
  }

  private mutating func readDependencies(_ member: JSONObject.Member) {
    for text in list(member, .depends) {
      if let uuid = Self.uuid(text) {
        task.depends.append(uuid)
      } else {
        keep(JSONObject.Member(key: member.key, value: .string(text)), .malformedUUID(.depends))
      }
    }
  }

  private mutating func readMaskIndex(_ member: JSONObject.Member) {
    guard let text = text(member, .imask) else { return }
    // Old versions write 0.000000.
    if let index = text.split(separator: ".").first.flatMap({ Int($0) }) {
      task.maskIndex = index
    } else {
      keep(member, .unexpectedType(.imask))
    }
  }

  mutating func report(_ message: TaskwarriorProblem.Message) {
    problems.append(TaskwarriorProblem(line: task.line, column: nil, message: message))
  }

  /// Reports what could not be read and keeps it among the extras.
  mutating func keep(_ member: JSONObject.Member, _ message: TaskwarriorProblem.Message) {
    report(message)
    task.extras.append(member)
  }

  /// A time in the units of a task.
  func milliseconds(_ value: JSONValue) -> Int64? {
    TaskwarriorDate.milliseconds(value, offsetMinutes: offsetMinutes)
  }
}
