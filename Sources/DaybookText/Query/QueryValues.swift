/// The values that fields of a query know: those of this program, and what newer ones wrote.
package struct QueryValues: Sendable {
  /// A field that holds a word or a line.
  package struct Attribute: Sendable {
    /// What it is called.
    package let name: String
    /// The words that it knows; nil where any text can stand.
    package fileprivate(set) var words: [String]?

    /// Describes a field.
    package init(name: String, words: [String]?) {
      self.name = name
      self.words = words
    }

    /// What may stand behind its name, as far as that can be listed.
    package var values: [String] { (words ?? []) + [Query.none, Query.any] }
  }

  /// The values of `status:`; `any` is every one.
  package private(set) var statuses = QueryParser.statuses
  /// The values of `kind:`.
  package private(set) var kinds = QueryParser.kinds
  /// The attributes there are.
  package private(set) var attributes: [Attribute]

  /// Those of this program.
  package init(attributes: [Attribute] = []) { self.attributes = attributes }

  /// Adds the status and kind of an item that are not known yet.
  package mutating func add(status: String, kind: String) {
    if !statuses.contains(status) { statuses.append(status) }
    if !kinds.contains(kind) { kinds.append(kind) }
  }

  /// Adds the word that an item has in an attribute, if it is not known yet.
  package mutating func add(_ word: String, of name: String) {
    for place in attributes.indices where attributes[place].name == name {
      guard attributes[place].words?.contains(word) == false else { continue }
      attributes[place].words?.append(word)
    }
  }
}

extension Query {
  /// The value of `status:` and attributes that stands for every one.
  package static let any = "any"
  /// The value of an attribute that stands for the lack of one.
  package static let none = "none"
}
