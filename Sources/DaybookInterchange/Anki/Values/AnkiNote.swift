/// A note.
package struct AnkiNote: Equatable, Sendable {
  /// Milliseconds since 1970 when it was made, made unique in a collection.
  package var id: Int
  /// What tells it from others in every collection.
  package var guid: String
  /// Which note type it has.
  package var noteTypeID: Int
  /// Seconds since 1970.
  package var modifiedSeconds: Int
  /// Each once, levels between `::`, in the order of the package.
  package var tags: [String]
  /// HTML, one for each field of the note type.
  package var fields: [String]
  /// Not used by Anki so far.
  package var flags: Int
  /// Not used by Anki so far.
  package var data: String

  /// A note.
  package init(
    id: Int, guid: String, noteTypeID: Int, modifiedSeconds: Int, tags: [String] = [],
    fields: [String], flags: Int = 0, data: String = ""
  ) {
    self.id = id
    self.guid = guid
    self.noteTypeID = noteTypeID
    self.modifiedSeconds = modifiedSeconds
    self.tags = tags
    self.fields = fields
    self.flags = flags
    self.data = data
  }
}

extension AnkiNote {
  /// The identity Anki would show for a note that was made elsewhere: eight bytes in base 91.
  package static func guid(of bytes: some Collection<UInt8>) -> String {
    var number = bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    var digits: [UInt8] = []
    repeat {
      digits.append(guidDigits[Int(number % UInt64(guidDigits.count))])
      number /= UInt64(guidDigits.count)
    } while number > 0
    return String(decoding: digits.reversed(), as: UTF8.self)
  }

  private static let guidDigits = Array(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&()*+,-./:;<=>?@[]^_`{|}~"
      .utf8)

  /// The tags of a column: between spaces, narrow or wide.
  package static func tags(in column: String) -> [String] {
    var seen: Set<String> = []
    return column.split { $0 == " " || $0 == "\u{3000}" }.map(String.init).filter {
      seen.insert($0.lowercased()).inserted
    }
  }

  /// Tags as a column holds them.
  package static func column(of tags: [String]) -> String {
    tags.isEmpty ? "" : " \(tags.joined(separator: " ")) "
  }
}
