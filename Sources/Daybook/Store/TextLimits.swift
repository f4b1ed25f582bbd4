import DaybookEvents

/// What text may be kept: anything but NUL, up to 1 MiB.
enum TextLimits {
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
