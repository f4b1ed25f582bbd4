/// The values that fields of a query know: those of this program, and what newer ones wrote.
package struct QueryValues: Sendable {
  /// The values of `status:`; `any` is every one.
  package private(set) var statuses = QueryParser.statuses
  /// The values of `kind:`.
  package private(set) var kinds = QueryParser.kinds
  /// The values of `priority:`; `none` is the lack of one, `any` every one.
  package private(set) var priorities = QueryParser.priorities

  /// Those of this program.
  package init() {}

  /// Adds the values of an item that are not known yet.
  package mutating func add(status: String, kind: String, priority: String?) {
    if !statuses.contains(status) { statuses.append(status) }
    if !kinds.contains(kind) { kinds.append(kind) }
    if let priority, !priorities.contains(priority) { priorities.append(priority) }
  }
}
