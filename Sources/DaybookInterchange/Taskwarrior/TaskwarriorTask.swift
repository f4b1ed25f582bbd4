/// One task as `task export` writes it. Times are milliseconds since 1970.
package struct TaskwarriorTask: Equatable, Sendable {
  /// The line it began on, counted from 1.
  package let line: Int
  /// In lower case; nil when the task has none.
  package var uuid: String?
  /// Never empty; may hold line breaks.
  package var description = ""
  /// Pending where the file gives none and nothing says otherwise.
  package var status = Status.pending

  /// When it was written down.
  package var entry: Int64?
  /// When it was last changed.
  package var modified: Int64?
  /// When it has to be done.
  package var due: Int64?
  /// Until when it stays hidden.
  package var wait: Int64?
  /// From when on it can be done.
  package var scheduled: Int64?
  /// When it goes away by itself.
  package var until: Int64?
  /// Since when somebody has been at it.
  package var start: Int64?
  /// When it was completed or deleted.
  package var end: Int64?

  /// With levels parted by dots.
  package var project: String?
  /// Usually `H`, `M` or `L`.
  package var priority: String?
  /// Each once, in their order.
  package var tags: [String] = []
  /// Remarks, in their order.
  package var annotations: [Annotation] = []
  /// The uuids, in lower case, of tasks to be done before.
  package var depends: [String] = []

  /// How often a recurring task comes back, such as `weekly`.
  package var recur: String?
  /// The key `rtype`, such as `periodic`.
  package var recurrenceType: String?
  /// The uuid, in lower case, of the recurring task this one came from.
  package var parent: String?
  /// One letter for each task that came from this one.
  package var mask: String?
  /// The place in the parent's mask.
  package var maskIndex: Int?

  /// Every other key in its order, and known keys whose value could not be read.
  package var extras: [JSONObject.Member] = []

  /// A remark, with the time it was made.
  package struct Annotation: Equatable, Sendable {
    /// When it was made; nil where that cannot be read.
    package let entry: Int64?
    /// What it says.
    package let description: String
  }

  /// What has become of a task. The old `waiting` is `pending` with a time to wait for.
  package enum Status: String, Sendable {
    case pending
    case completed
    case deleted
    case recurring
  }
}
