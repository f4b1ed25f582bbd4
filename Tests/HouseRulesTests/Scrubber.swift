/// Blanks comments and the insides of string literals and raw identifiers, byte for byte, so that
/// rules see only code. Code in interpolations stays. Bare-slash regular expressions are not
/// understood; `#/…/#` is.
struct Scrubber {
  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  private(set) var code: [UInt8] = []
  private(set) var commentLines: Set<Int> = []

  init(_ text: String) {
    bytes = Array(text.utf8)
    code.reserveCapacity(bytes.count)
    while index < bytes.count { scrubCode(isInterpolation: false) }
  }

  private func isNext(_ text: String, after offset: Int = 0) -> Bool {
    bytes.dropFirst(index + offset).starts(with: text.utf8)
  }

  private mutating func keep(_ count: Int = 1) {
    for byte in bytes[index..<min(index + count, bytes.count)] { write(byte) }
  }

  private mutating func blank(_ count: Int = 1) {
    for byte in bytes[index..<min(index + count, bytes.count)] {
      write(byte == UInt8(ascii: "\n") ? byte : UInt8(ascii: " "))
    }
  }

  private mutating func write(_ byte: UInt8) {
    code.append(byte)
    index += 1
    if byte == UInt8(ascii: "\n") { line += 1 }
  }

  private mutating func scrubCode(isInterpolation: Bool) {
    var depth = 0
    while index < bytes.count {
      let hashes = bytes[index...].prefix { $0 == UInt8(ascii: "#") }.count
      if isNext("//") {
        commentLines.insert(line)
        while index < bytes.count, !isNext("\n") { blank() }
      } else if isNext("/*") {
        scrubBlockComment()
      } else if isNext("\"", after: hashes) {
        scrubString(hashes: hashes)
      } else if hashes > 0, isNext("/", after: hashes) {
        keep(hashes + 1)
        while index < bytes.count, !isNext("/#") { blank() }
        keep(hashes + 1)
      } else if isNext("`") {
        keep()
        while index < bytes.count, !isNext("`"), !isNext("\n") { blank() }
        keep()
      } else {
        if isNext("(") { depth += 1 }
        if isNext(")") {
          if isInterpolation, depth == 0 { return }
          depth -= 1
        }
        keep()
      }
    }
  }

  private mutating func scrubBlockComment() {
    var depth = 0
    repeat {
      commentLines.insert(line)
      if isNext("/*") {
        depth += 1
        blank(2)
      } else if isNext("*/") {
        depth -= 1
        blank(2)
      } else {
        blank()
      }
    } while depth > 0 && index < bytes.count
  }

  private mutating func scrubString(hashes: Int) {
    let marks = String(repeating: "#", count: hashes)
    let quote = isNext("\"\"\"", after: hashes) ? "\"\"\"" : "\""
    keep(hashes + quote.count)
    while index < bytes.count {
      if isNext(quote + marks) {
        keep(quote.count + hashes)
        return
      } else if isNext("\\" + marks + "(") {
        blank(1 + hashes)
        keep()
        scrubCode(isInterpolation: true)
        keep()
      } else if isNext("\\" + marks) {
        blank(2 + hashes)
      } else if quote.count == 1, isNext("\n") {
        return
      } else {
        blank()
      }
    }
  }
}
