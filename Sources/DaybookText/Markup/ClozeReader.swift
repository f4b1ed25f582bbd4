/// Reads the gaps of a text: one pass, with the gaps that are open on a stack.
struct ClozeReader {
  /// A gap without its end so far, and where it begins.
  private struct Open {
    let start: Int
    var gap: ClozeText.Gap
  }

  private let bytes: [UInt8]
  private var nodes: [ClozeText.Node] = []
  private var open: [Open] = []
  /// Where the text begins that belongs to no node yet.
  private var pending = 0

  private init(_ text: String) { bytes = Array(text.utf8) }

  static func nodes(_ text: String) -> [ClozeText.Node] {
    var reader = ClozeReader(text)
    reader.read()
    return reader.nodes
  }

  private mutating func read() {
    var index = 0
    while index + 1 < bytes.count {
      if open.count < ClozeText.deepest, let (ordinals, end) = opening(at: index) {
        flush(to: index)
        open.append(Open(start: index, gap: ClozeText.Gap(ordinals: ordinals)))
        index = end
        pending = end
      } else if !open.isEmpty, bytes.hasPrefix("}}", at: index) {
        flush(to: index)
        let closed = open.removeLast().gap
        add(.gap(closed))
        index += 2
        pending = index
      } else {
        index += 1
      }
    }
    if let unclosed = open.first {
      // Not a gap then, nor what lies in it.
      open = []
      pending = unclosed.start
    }
    flush(to: bytes.count)
  }

  /// The numbers of a gap that begins here, and where its text begins.
  private func opening(at index: Int) -> (ordinals: [Int], end: Int)? {
    guard bytes.hasPrefix("{{c", at: index) else { return nil }
    var ordinals: [Int] = []
    var number = 0
    var digits = 0
    for place in (index + 3)..<bytes.count {
      let byte = bytes[place]
      if byte.isDigit, digits < 3 {
        number = number * 10 + Int(byte - UInt8(ascii: "0"))
        digits += 1
        continue
      }
      guard digits > 0, ClozeText.ordinalRange.contains(number),
        ordinals.count < ClozeText.ordinalRange.count
      else { return nil }
      if !ordinals.contains(number) { ordinals.append(number) }
      (number, digits) = (0, 0)
      if byte == UInt8(ascii: ",") { continue }
      return bytes.hasPrefix("::", at: place) ? (ordinals.sorted(), place + 2) : nil
    }
    return nil
  }

  /// Takes the text up to `end` into the gap that is open. Behind `::` in it is the hint.
  private mutating func flush(to end: Int) {
    guard pending < end else { return }
    guard let last = open.indices.last, open[last].gap.hint == nil,
      let mark = bytes.firstRange(of: "::", from: pending, to: end)
    else {
      add(.text(bytes.text(pending..<end)))
      return
    }
    if pending < mark.lowerBound { add(.text(bytes.text(pending..<mark.lowerBound))) }
    open[last].gap.hint = bytes.text(mark.upperBound..<end)
  }

  private mutating func add(_ node: ClozeText.Node) {
    if let last = open.indices.last {
      open[last].gap.nodes.append(node)
    } else {
      nodes.append(node)
    }
  }
}
