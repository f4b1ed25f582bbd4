import Crypto
import Daybook

/// What notes are sorted and compared by: a field without its HTML, with the names of its pictures.
package enum AnkiSortText {
  /// The text of a field.
  package static func text(of field: String) -> String { HTMLStripping.sortText(of: field) }

  /// The checksum of a first field: the first four bytes of the SHA-1 of its text.
  package static func checksum(of field: String) -> Int {
    let digest = Insecure.SHA1.hash(data: Array(text(of: field).utf8))
    return digest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
  }
}
