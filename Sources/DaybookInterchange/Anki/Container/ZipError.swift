/// Why a zip file is not read, or cannot be written. Entries are told by their names in the file.
package enum ZipError: Error, Equatable, Sendable {
  /// It does not end as a zip file does: something else, or its end is missing.
  case notAZip
  /// It contradicts itself, or parts of it are missing. Nil: its list of entries.
  case damaged(entry: String?)
  /// The bytes of an entry are not those that were put in.
  case wrongChecksum(entry: String)
  /// An entry is locked with a password.
  case encrypted(entry: String)
  /// An entry is packed in a way that this program does not know.
  case unknownMethod(entry: String, method: Int)
  /// A name leads out of the file's own folder, or is none. The position is counted from 1.
  case forbiddenName(position: Int)
  /// Two entries have the same name.
  case duplicateName(entry: String)
  /// Two entries share the same bytes.
  case overlapping(entry: String)
  /// More entries than allowed.
  case tooManyEntries(limit: Int)
  /// An entry is larger than allowed, in bytes.
  case entryTooLarge(entry: String, limit: Int)
  /// All entries together are larger than allowed, in bytes.
  case totalTooLarge(limit: Int)
  /// An entry stands for far more bytes than honest files do.
  case expandsTooMuch(entry: String)
  /// What is written needs the form for very large files, which is not written here.
  case tooLargeToWrite
  /// What is written gave other bytes the second time it was asked for.
  case sourceChanged(entry: String)
}
