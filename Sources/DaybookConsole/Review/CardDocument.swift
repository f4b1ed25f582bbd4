/// Both sides of a card in one text.
package struct CardDocument: Equatable, Sendable {
  /// What is asked.
  package let front: [UInt8]
  /// What is answered.
  package let back: [UInt8]
  private let divider: [UInt8]

  /// A document whose line between is no line of the sides.
  package init(front: [UInt8], back: [UInt8]) {
    self.front = front
    self.back = back
    var divider = Array("---- the answer goes below this line ----".utf8)
    while (front + [10] + back).split(separator: 10).contains(divider[...]) {
      divider.append(UInt8(ascii: "-"))
    }
    self.divider = divider
  }

  /// The question, the line between, and the answer, each ending in a newline.
  package var bytes: [UInt8] { front + [10] + divider + [10] + back + [10] }

  /// The sides of a document that was this one; nil where the line between is gone. Editors may add
  /// or take the newline at the end, and leave spaces after the line between.
  package func sides(_ document: [UInt8]) -> (front: [UInt8], back: [UInt8])? {
    var start = 0
    while start <= document.count {
      let end = document[start...].firstIndex(of: 10) ?? document.count
      var line = document[start..<end]
      while let last = line.last, last == 0x20 || last == 0x0D { line.removeLast() }
      if line.elementsEqual(divider) {
        let front = start == 0 ? [] : Array(document[..<(start - 1)])
        var back = document.dropFirst(end + 1)
        if back.last == 10 { back.removeLast() }
        return (front, Array(back))
      }
      start = end + 1
    }
    return nil
  }
}
