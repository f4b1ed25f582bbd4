package import Daybook

/// Writes a document: all of a store in one JSON text, for people to read and compare and for
/// other programs.
///
/// The same contents always give the same bytes: every section is there but the last, every member
/// has its place, and nothing tells of the log that lies behind. So two exports differ in the lines
/// of what differs, and one that is imported into an empty store comes out of it byte for byte.
package struct DocumentWriter {
  private var buffer: [UInt8] = Array("{\n  \"schema\": \"\(DocumentSection.schema)\"".utf8)
  private var open: DocumentSection?
  private var rest = DocumentSection.all[...]
  private var isFirst = true
  private var isEnded = true
  private let sink: ([UInt8]) throws -> Void

  /// How many entries were written.
  package private(set) var count = 0

  private static let bufferLimit = 64 << 10

  /// Writes to a sink, some tens of kilobytes at a time.
  package init(_ sink: @escaping ([UInt8]) throws -> Void) { self.sink = sink }

  /// Writes an entry. Entries come in the order of their sections.
  package mutating func write(_ entry: PortableEntry) throws {
    let section = DocumentSection(entry)
    while open != section {
      endSection()
      guard let next = rest.popFirst() else { preconditionFailure("sections have one order") }
      if next.isOptional, next != section { continue }
      begin(next.name)
      open = next
    }
    beginElement()
    if section.isOneLineEach {
      buffer += JSONValue.object(entry.json).bytes
    } else {
      JSONValue.object(entry.json).appendLines(to: &buffer, indentation: 4)
    }
    count += 1
    try flushIfFull()
  }

  /// Begins the section of events, after all entries.
  package mutating func beginHistory() {
    finishSections()
    begin(DocumentSection.history)
  }

  /// Writes an event, one line of JSON.
  package mutating func writeEvent(_ json: String) throws {
    beginElement()
    buffer += Array(json.utf8)
    try flushIfFull()
  }

  /// Ends the document.
  package mutating func finish() throws {
    finishSections()
    buffer += Array("\n}\n".utf8)
    try sink(buffer)
    buffer.removeAll()
  }

  private mutating func finishSections() {
    while let next = rest.popFirst() {
      endSection()
      if !next.isOptional { begin(next.name) }
    }
    endSection()
  }

  private mutating func begin(_ name: String) {
    buffer += Array(",\n  \"\(name)\": [".utf8)
    isFirst = true
    isEnded = false
  }

  private mutating func beginElement() {
    buffer += Array((isFirst ? "\n    " : ",\n    ").utf8)
    isFirst = false
  }

  private mutating func endSection() {
    guard !isEnded else { return }
    buffer += Array((isFirst ? "]" : "\n  ]").utf8)
    isEnded = true
    open = nil
  }

  private mutating func flushIfFull() throws {
    guard buffer.count >= Self.bufferLimit else { return }
    try sink(buffer)
    buffer.removeAll(keepingCapacity: true)
  }
}

extension JSONValue {
  /// Appends the value with a line for every member of an object. An empty object, and anything
  /// else, is one line.
  func appendLines(to bytes: inout [UInt8], indentation: Int) {
    guard case .object(let object) = self, !object.members.isEmpty else {
      bytes += self.bytes
      return
    }
    let margin = Array(repeating: UInt8.space, count: indentation)
    for (index, member) in object.members.enumerated() {
      bytes += index == 0 ? [.openBrace, .newline] : [.comma, .newline]
      bytes += margin + [.space, .space] + JSONValue.string(member.key).bytes
      bytes += [.colon, .space]
      member.value.appendLines(to: &bytes, indentation: indentation + 2)
    }
    bytes += [.newline] + margin + [.closeBrace]
  }
}
