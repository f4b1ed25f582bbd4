/// Something in a Taskwarrior file that could not be read as meant.
package struct TaskwarriorProblem: Equatable, Sendable {
  /// Counted from 1: the place of the error, or where the task begins.
  package let line: Int
  /// In Unicode scalars from 1, where the text itself is wrong.
  package let column: Int?
  /// What is wrong there.
  package let message: Message

  /// A problem in an export.
  package init(line: Int, column: Int?, message: Message) {
    self.line = line
    self.column = column
    self.message = message
  }

  /// What is wrong, and what became of the task.
  package enum Message: Equatable, Sendable {
    /// Not JSON: the task is not read.
    case malformed(JSONError.Problem)
    /// JSON, but not an object: not read.
    case notATask
    /// The task says nothing: not read.
    case missingDescription
    /// The value is no date; kept among the extras.
    case unreadableDate(TaskwarriorField)
    /// The value is of another type; kept among the extras.
    case unexpectedType(TaskwarriorField)
    /// The value is no uuid; kept among the extras.
    case malformedUUID(TaskwarriorField)
    /// A status Taskwarrior does not have: read as pending, kept among the extras.
    case unknownStatus
    /// The status is `waiting` but nothing says until when: read as pending.
    case waitingWithoutDate
  }

  /// Whether a task was lost to this.
  package var losesTask: Bool {
    switch message {
    case .malformed, .notATask, .missingDescription: true
    default: false
    }
  }
}

/// The keys with a meaning of their own.
package enum TaskwarriorField: String, Sendable {
  case id, urgency
  case uuid, description, status, project, priority, tags, annotations, depends
  case entry, modified, due, wait, scheduled, until, start, end
  case recur, rtype, parent, mask, imask
}
