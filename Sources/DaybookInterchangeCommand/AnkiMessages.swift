import DaybookCompression
import DaybookInterchange
import DaybookSQLite

extension AnkiPackageError {
  /// Why the package was refused, in a few words.
  var message: String {
    switch self {
    case .container(let error): error.message
    case .newerVersion, .newerCollection:
      "a newer Anki wrote it than this program knows; a newer one may, or Anki's export with "
        + "support for older versions"
    case .noCollection: "there is no Anki collection in it"
    case .onlyNotice: "it holds only a notice that a newer program is needed; export it again"
    case .unreadableEntry(let name): "\(name) in it can't be read"
    case .collection(let error): error.message
    case .unreadableRow(let table, let id): "row \(id) of \(table) in its collection can't be read"
    case .mediaPath(let position):
      "media file \(position) has a path for a name, so the package isn't trusted"
    case .mediaChanged(let position): "media file \(position) is not the one that was packed"
    case .tooMany(let things, let limit): "more than \(limit) \(things)"
    }
  }
}

extension ZipError {
  /// Why the file was refused, in a few words.
  var message: String {
    switch self {
    case .notAZip: "not a package, or its end is missing"
    case .damaged(nil): "the list of its contents is damaged"
    case .damaged(let entry?): "\(entry) in it is damaged"
    case .wrongChecksum(let entry): "\(entry) in it is damaged: its checksum differs"
    case .encrypted(let entry): "\(entry) in it is locked with a password"
    case .unknownMethod(let entry, let method):
      "\(entry) in it is packed by method \(method), which this program doesn't know"
    case .forbiddenName(let position):
      "entry \(position) in it has a name that leads outside, so the package isn't trusted"
    case .duplicateName(let entry): "\(entry) is in it twice"
    case .overlapping(let entry): "\(entry) in it shares bytes with another entry"
    case .tooManyEntries(let limit): "more than \(limit) entries"
    case .entryTooLarge(let entry, let limit): "\(entry) in it is larger than \(limit) bytes"
    case .totalTooLarge(let limit): "unpacked it is larger than \(limit) bytes"
    case .expandsTooMuch(let entry):
      "\(entry) in it would unpack to far more than a package holds"
    case .tooLargeToWrite: "a package of more than 4 GiB or 65,534 entries isn't written"
    case .sourceChanged(let entry): "the file for \(entry) changed while it was written"
    }
  }
}

extension ForeignDatabaseError {
  /// Why the collection was refused, in a few words.
  var message: String {
    switch self {
    case .damaged: "its collection is damaged"
    case .activeSchema: "its collection holds views or triggers, so the package isn't trusted"
    case .missing(let table, nil): "its collection lacks the table \(table)"
    case .missing(let table, let column?): "its collection lacks the column \(column) of \(table)"
    case .valueTooLong: "a value in its collection is too long"
    }
  }
}

extension CompressionError {
  /// What went wrong, in a few words.
  var message: String {
    switch self {
    case .damaged: "the packed bytes are damaged"
    case .truncated: "the packed bytes end too early"
    case .tooLarge: "there is more in it than allowed"
    case .expandsTooMuch: "it would unpack to far more than honest files do"
    case .outOfMemory: "there was not enough memory"
    }
  }
}

extension AnkiWriteError {
  /// What could not be written, in a few words.
  var message: String {
    switch self {
    case .unknownNoteType(let note): "note \(note) has a note type that isn't there"
    case .wrongFields(let note): "note \(note) doesn't have the fields of its note type"
    case .sameID(let table, let id): "\(id) is in \(table) twice"
    case .mediaName(let position): "media file \(position) has a name that Anki refuses"
    case .refused(let code): "its tables refused something (SQLite's error \(code))"
    }
  }
}

extension AnkiProblem.Kind {
  /// The problem in a few words, with what became of it.
  var message: String {
    switch self {
    case .noGUID: "without an identity; not imported"
    case .unknownNoteType: "its note type isn't in the package; not imported"
    case .wrongFieldCount(let found, let expected):
      "\(found) fields where its note type has \(expected); not imported"
    case .notText: "contains bytes that aren't text; not imported"
    case .nulCharacter: "contains a NUL character, so it isn't text; not imported"
    case .tooLarge: "larger than a note may be; not imported"
    case .noNote: "its note isn't in the package; not imported"
    case .unknownNumber: "holds numbers that mean nothing; not imported"
    case .missing: "named in the list of files but not in the package"
    case .duplicateName: "a second file of the same name; not imported"
    }
  }
}
