/// What a Taskwarrior export holds.
package struct TaskwarriorFile: Equatable, Sendable {
  /// In the order of the file.
  package private(set) var tasks: [TaskwarriorTask] = []
  /// In the order of the file.
  package private(set) var problems: [TaskwarriorProblem] = []

  /// Reads an export: one array, one object a line, or objects one after another.
  ///
  /// What is sound is read whatever stands around it. Linear in the file.
  ///
  /// - Parameter offsetMinutes: East of UTC; for dates that do not say, such as `2026-12-01`.
  package static func parse(_ bytes: [UInt8], offsetMinutes: Int = 0) -> TaskwarriorFile {
    var file = TaskwarriorFile()
    for element in JSONStream(bytes, unwrapsArrays: true) {
      switch element.result {
      case .failure(let error):
        file.problems.append(
          TaskwarriorProblem(
            line: error.line, column: error.column, message: .malformed(error.problem)))
      case .success(.object(let object)):
        var reader = TaskwarriorReader(line: element.line, offsetMinutes: offsetMinutes)
        if let task = reader.task(from: object) { file.tasks.append(task) }
        file.problems += reader.problems
      case .success:
        file.problems.append(
          TaskwarriorProblem(line: element.line, column: nil, message: .notATask))
      }
    }
    return file
  }
}
