import DaybookEvents
import DaybookText

/// What text may be kept: anything but NUL, up to 1 MiB.
enum TextLimits {
  /// The most bytes of a name that a program gives its own kinds, events and values.
  static let customNameByteCount = 200
  /// The most values that one event of a program's own writes.
  static let customValueCount = 100

  /// The same, of what something is called by, or what a card asks: it must say something.
  ///
  /// - Parameter what: the sort of text, for people.
  /// - Throws: ``StoreError/blankText(_:)`` as well.
  static func check(_ text: Text, calling what: String) throws {
    guard !text.isBlank else { throw StoreError.blankText(what) }
    try check(text)
  }

  /// - Throws: ``StoreError/nulByte``, ``StoreError/textTooLarge(bytes:)``.
  static func check(_ texts: Text?...) throws {
    for text in texts {
      guard let text else { continue }
      if text.bytes.contains(0) { throw StoreError.nulByte }
      guard text.bytes.count <= EventBytes.textLimit else {
        throw StoreError.textTooLarge(bytes: text.bytes.count)
      }
    }
  }
}
