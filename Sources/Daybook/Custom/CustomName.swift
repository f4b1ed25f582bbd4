import DaybookEvents

/// The name of a kind of thing, or of a view, of a program's own: the program and a word of its, as
/// `org.example.reading/book`.
public struct CustomName: Hashable, Sendable {
  /// The name.
  public let name: String

  /// A name that stands in the program.
  ///
  /// - Precondition: As ``init(validating:)`` says.
  public init(_ name: StaticString) {
    do throws(StoreError) {
      try self.init(validating: name.description)
    } catch {
      preconditionFailure("\(name) is no name of a program's own, as org.example.reading/book is.")
    }
  }

  /// Checks a name.
  ///
  /// - Parameter name: the program, by a domain that its makers own, backwards, of two parts or
  ///   more with a `.` between them, and after a slash a word, both of letters, digits, `.`, `-`
  ///   and `_`; at most 200 bytes.
  /// - Throws: ``StoreError/invalidCustomName(_:)``.
  public init(validating name: String) throws(StoreError) {
    let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let domain = parts[0].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 2, domain.count > 1, !domain.contains(where: \.isEmpty),
      !parts[1].isEmpty,
      parts.allSatisfy({ $0.allSatisfy(\.isOfName) }),
      name.utf8.count <= TextLimits.customNameByteCount
    else { throw .invalidCustomName(name) }
    self.name = name
  }

  /// A name that was read.
  init(name: String) { self.name = name }

  /// The first 8 bytes of a digest of a name, by which things of a kind are found.
  static func digest(of name: Span<UInt8>) -> [UInt8] {
    var digest = Digest()
    digest.update(name.array())
    return Array(digest.finalize().prefix(8))
  }
}

extension UInt8 {
  /// Whether it may stand in the name of a program, a kind, an event or a value.
  var isOfName: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
