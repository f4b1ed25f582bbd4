/// The members of a JSON object in their order, each key once.
package struct JSONObject: Equatable, Sendable {
  /// A key and its value.
  package struct Member: Equatable, Sendable {
    /// Decoded: as the text says, not as it was escaped.
    package let key: String
    /// What the key stands for.
    package var value: JSONValue

    /// Keys are equal when their bytes are.
    package static func == (left: Member, right: Member) -> Bool {
      left.key.utf8.elementsEqual(right.key.utf8) && left.value == right.value
    }
  }

  /// What the object holds, in the order it was written.
  package private(set) var members: [Member] = []

  /// Keys are compared by their bytes; small objects are searched without an index.
  private var indexByKey: [[UInt8]: Int] = [:]

  /// An object without members.
  package init() {}

  /// An object of these members; a later value replaces an earlier one of the same key.
  package init(_ members: [(key: String, value: JSONValue)]) {
    for member in members { self[member.key] = member.value }
  }

  /// The value of `key`. A new key goes to the end; setting nil changes nothing.
  package subscript(key: String) -> JSONValue? {
    get { index(of: key).map { members[$0].value } }
    set {
      guard let newValue else { return }
      if let index = index(of: key) {
        members[index].value = newValue
        return
      }
      members.append(Member(key: key, value: newValue))
      if members.count == Self.greatestUnindexedCount + 1 {
        for (index, member) in members.enumerated() { indexByKey[Array(member.key.utf8)] = index }
      } else if members.count > Self.greatestUnindexedCount {
        indexByKey[Array(key.utf8)] = members.count - 1
      }
    }
  }

  private static let greatestUnindexedCount = 16

  private func index(of key: String) -> Int? {
    if members.count > Self.greatestUnindexedCount { return indexByKey[Array(key.utf8)] }
    return members.firstIndex { $0.key.utf8.elementsEqual(key.utf8) }
  }

  /// Equal when the members are, in the same order.
  package static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.members == right.members
  }
}
