import DaybookEvents
import DaybookLog
import DaybookSystem
package import LMDB

/// Carrying the contents of files that notes show from one store to another. Names travel in the
/// log; a content is known by its digest, so it can come at any time and from anybody.
extension Store {
  /// Copies from the folder of another store what names here stand for and this store lacks.
  ///
  /// - Returns: how many were copied; what is not there, or not what its name says, is passed over.
  package func copyMissingMedia(from other: MediaFolder) throws -> Int {
    let folder = mediaFolder
    var copied: Set<[UInt8]> = []
    for file in try missingMedia() where other.holds(file) && !copied.contains(file.digest) {
      // What cannot be read there is as good as missing.
      guard let reader = try? FileReader(other.path(of: file.digest)) else { continue }
      let isKept = try folder.keep(file) { try reader.read(MediaFolder.chunkByteCount) }
      if isKept { copied.insert(file.digest) }
    }
    return copied.count
  }

  /// The files whose content is here, each content once.
  package func presentMedia(
    _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> [MediaFile] {
    let folder = mediaFolder
    var seen: Set<[UInt8]> = []
    return try mediaToCarry(moment, transaction).filter {
      folder.holds($0) && seen.insert($0.digest).inserted
    }
  }

  /// The files that names here stand for and whose content is not here, each content once; none
  /// where nobody can tell, because views are damaged and events as well.
  package func missingFiles() throws -> [MediaFile] {
    var seen: Set<[UInt8]> = []
    do {
      return try missingMedia().filter { seen.insert($0.digest).inserted }
    } catch let error where StoreFailure(error) == .damaged {
      return []
    }
  }

  /// The files here of some digests.
  package func files(of digests: [[UInt8]]) throws -> [MediaFile] {
    let wanted = Set(digests)
    return try read { try presentMedia($0, $1) }.filter { wanted.contains($0.digest) }
  }

  /// The files that notes show. Where nobody can tell which these are, because views are damaged
  /// and events as well, every content there is.
  package func mediaToCarry(
    _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> [MediaFile] {
    do {
      return try moment.mediaFiles(transaction)
    } catch let error where StoreFailure(error) == .damaged {
      return try mediaFolder.contents()
    }
  }
}

/// Reads files in the pieces in which a bundle carries them.
struct MediaPieces {
  private let folder: MediaFolder
  private var rest: ArraySlice<MediaFile>
  private var open: (file: MediaFile, reader: FileReader, offset: UInt64)?

  init(_ files: [MediaFile], in folder: MediaFolder) {
    rest = files[...]
    self.folder = folder
  }

  /// The next piece; nil after the last. A file that is empty has one, too.
  mutating func next() throws -> BundlePiece? {
    while true {
      if let (file, reader, offset) = open {
        let bytes = try reader.read(MediaFolder.chunkByteCount)
        let end = offset + UInt64(bytes.count)
        // Should it have become shorter meanwhile, whoever reads the bundle will not keep it.
        open = end < file.byteCount && !bytes.isEmpty ? (file, reader, end) : nil
        if bytes.isEmpty, offset > 0 { continue }
        return BundlePiece(
          digest: file.digest, byteCount: file.byteCount, offset: offset, bytes: bytes)
      }
      guard let file = rest.popFirst() else { return nil }
      open = (file, try FileReader(folder.path(of: file.digest)), 0)
    }
  }
}

/// Puts the pieces of files in a bundle together, and keeps the files that are what their digests
/// say and were not here.
final class MediaReceiver {
  private let folder: MediaFolder
  private let isDryRun: Bool
  private var current: (file: MediaFile, part: MediaPart?)?
  /// What was kept.
  private(set) var digests: [[UInt8]] = []
  /// Why no more were, if the disk refused one.
  private(set) var failure: (any Error)?

  init(_ folder: MediaFolder, isDryRun: Bool) {
    self.folder = folder
    self.isDryRun = isDryRun
  }

  /// Takes the next piece. A file that lacks one, or has one too many, is not kept.
  func take(_ piece: BundlePiece) {
    guard failure == nil else { return }
    do {
      if piece.offset == 0 { try begin(piece) }
      guard let current, current.file.digest == piece.digest, let part = current.part,
        part.byteCount == piece.offset,
        piece.offset + UInt64(piece.bytes.count) <= current.file.byteCount
      else { return }
      try part.write(piece.bytes)
      guard part.byteCount == current.file.byteCount else { return }
      self.current = nil
      if try folder.finish(part, as: current.file) { digests.append(current.file.digest) }
    } catch {
      failure = error
    }
  }

  private func begin(_ piece: BundlePiece) throws {
    let file = MediaFile(name: "", digest: piece.digest, byteCount: piece.byteCount)
    let isWanted =
      piece.byteCount <= UInt64(MediaFolder.fileByteLimit) && !folder.holds(file) && !isDryRun
    current = (file, isWanted ? try folder.beginPart() : nil)
  }
}
