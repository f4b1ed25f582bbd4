package import Daybook
import DaybookEvents
import DaybookSystem

/// A text that comes in by standard input.
package enum InputText {
  /// What people call it.
  private static let name = "standard input"

  /// All of it, its lines ended as ours are: what other systems end them with, and begin a file
  /// with, is no part of a text.
  ///
  /// - Throws: a usage error of status 65 that names the place of a NUL byte, or the limit.
  package static func read() throws -> Text {
    let bytes: [UInt8]
    do {
      bytes = try StandardInput.readAll(limit: EventBytes.textLimit)
    } catch {
      guard error.kind == .tooLarge else { throw error }
      throw UsageError.unreadableFile(
        path: name, line: nil, column: nil, reason: "it is longer than 1 MiB, the most of a text")
    }
    guard let place = bytes.firstIndex(of: 0) else { return Text(bytes: withoutMarks(bytes)) }
    let before = bytes[..<place]
    throw UsageError.unreadableFile(
      path: name, line: before.count { $0 == 10 } + 1,
      column: place - (before.lastIndex(of: 10) ?? -1),
      reason: "a NUL byte, which no text can hold")
  }

  private static func withoutMarks(_ bytes: [UInt8]) -> [UInt8] {
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: byteOrderMark) ? bytes.dropFirst(3) : bytes[...]
    return text.indices.compactMap { index in
      let isOfEnd = text[index] == 13 && index + 1 < text.endIndex && text[index + 1] == 10
      return isOfEnd ? nil : text[index]
    }
  }
}
