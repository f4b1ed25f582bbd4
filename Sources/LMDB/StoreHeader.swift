#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the two meta pages of a data file say, read without mapping it.
///
/// Mapping a file that is shorter than its pages say, and touching one of them, ends the process
/// with SIGBUS; so this is read first. Layout: `MDB_page` and `MDB_meta` in LMDB's mdb.c, 64 bits.
struct StoreHeader {
  let pageSize: UInt64
  let lastPage: UInt64
  let fileSize: UInt64

  /// The length the pages in use need, in bytes. Free pages at the end may never have been written.
  var expectedFileSize: UInt64 { (lastPage + 1) * pageSize }
}

extension StoreHeader {
  private static let metaByteCount = 152
  private static let magic: UInt32 = 0xBEEF_C0DE
  private static let formatVersion: UInt32 = 1
  private static let metaPageFlag: UInt16 = 0x08
  private static let noPage = UInt64.max
  private static let readAttempts = 5

  /// One meta page, checked as far as opening depends on it.
  private struct Meta {
    let pageSize: UInt64
    let lastPage: UInt64
    let transaction: UInt64
    let roots: [UInt64]
  }

  /// Reads and checks the header of the data file at `path`.
  ///
  /// - Throws: `notFound`, `invalidFile`, `versionMismatch` or what the system said.
  static func read(path: String, operation: LMDBError.Operation) throws(LMDBError) -> StoreHeader {
    let descriptor = try openFile(path, O_RDONLY, operation)
    defer { close(descriptor) }
    // Another process may be writing meta pages just then.
    for _ in 1..<readAttempts {
      do throws(LMDBError) {
        return try readOnce(descriptor, operation)
      } catch {
        guard error.kind == .invalidFile else { throw error }
      }
      usleep(1_000)
    }
    return try readOnce(descriptor, operation)
  }

  private static func readOnce(
    _ descriptor: Int32, _ operation: LMDBError.Operation
  ) throws(LMDBError) -> StoreHeader {
    let first = try meta(descriptor, at: 0, operation: operation)
    let second = try meta(descriptor, at: first.pageSize, operation: operation)
    // The length comes last: a writer in another process writes pages before the meta page.
    let size = try byteCount(of: descriptor, operation: operation)
    guard first.pageSize == second.pageSize, size >= 2 * first.pageSize else {
      throw invalid(operation, size: size)
    }
    let newer = first.transaction < second.transaction ? second : first
    // Transactions write them in turns. Where more than one lies between, the number is not what
    // was written, and the older of the two would be taken for the newer.
    let distance = newer.transaction - min(first.transaction, second.transaction)
    let (needed, overflows) = (newer.lastPage &+ 1).multipliedReportingOverflow(by: newer.pageSize)
    // Only of the newer: a failed commit leaves roots beyond its last page in the other.
    let areRootsThere = newer.roots.allSatisfy { root in
      root == noPage || (root >= 2 && root <= newer.lastPage)
    }
    guard newer.lastPage >= 1, distance <= 1, areRootsThere, !overflows, needed <= UInt64(Int64.max)
    else {
      throw invalid(operation, size: size)
    }
    return StoreHeader(pageSize: newer.pageSize, lastPage: newer.lastPage, fileSize: size)
  }

  private static func meta(
    _ descriptor: Int32, at offset: UInt64, operation: LMDBError.Operation
  ) throws(LMDBError) -> Meta {
    var page = [UInt8](repeating: 0, count: metaByteCount)
    let count = unsafe pread(descriptor, &page, metaByteCount, off_t(offset))
    guard count >= 0 else { throw .system(operation) }
    let size = try byteCount(of: descriptor, operation: operation)
    return try meta(page.prefix(count), operation, size: size)
  }

  /// Reads and checks one meta page.
  ///
  /// - Parameter size: the length of the file, for the error.
  private static func meta(
    _ bytes: ArraySlice<UInt8>, _ operation: LMDBError.Operation, size: UInt64
  ) throws(LMDBError) -> Meta {
    let page = Array(bytes)
    guard page.count == metaByteCount, UInt16(number(page, at: 10, bytes: 2)) & metaPageFlag != 0,
      UInt32(number(page, at: 16, bytes: 4)) == magic
    else { throw invalid(operation, size: size) }
    guard UInt32(number(page, at: 20, bytes: 4)) == formatVersion else {
      throw LMDBError(operation: operation, kind: .versionMismatch)
    }
    let pageSize = number(page, at: 40, bytes: 4)
    let lastPage = number(page, at: 136, bytes: 8)
    let roots = [number(page, at: 80, bytes: 8), number(page, at: 128, bytes: 8)]
    guard (512...65_536).contains(pageSize), pageSize.nonzeroBitCount == 1 else {
      throw invalid(operation, size: size)
    }
    let transaction = number(page, at: 144, bytes: 8)
    return Meta(
      pageSize: pageSize, lastPage: lastPage, transaction: transaction, roots: roots)
  }

  /// A little-endian number; LMDB files are in the byte order of the machine.
  private static func number(_ page: [UInt8], at offset: Int, bytes: Int) -> UInt64 {
    page[offset..<offset + bytes].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static func byteCount(
    of descriptor: Int32, operation: LMDBError.Operation
  ) throws(LMDBError) -> UInt64 {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .system(operation) }
    return UInt64(max(status.st_size, 0))
  }

  private static func invalid(_ operation: LMDBError.Operation, size: UInt64) -> LMDBError {
    var error = LMDBError(operation: operation, kind: .invalidFile)
    error.actualFileSize = size
    return error
  }
}

extension Environment {
  /// How many bytes of a data file tell how long it is: both meta pages, of the largest size.
  package static let beginningByteCount = 2 * 65_536

  /// What the first bytes of a data file say; nil where they are those of no such file.
  ///
  /// - Parameter bytes: ``beginningByteCount`` of them, or the whole file.
  package static func beginning(_ bytes: [UInt8]) -> FileBeginning? {
    StoreHeader.beginning(bytes)
  }

  /// The first bytes of a data file.
  package struct FileBeginning {
    /// As they are to be: of two meta pages one that cannot be read is written anew from the other.
    package let bytes: [UInt8]
    /// The length that the pages in use need.
    package let byteCount: UInt64
    /// Whether both meta pages could be read.
    package let isSound: Bool
  }
}

extension StoreHeader {
  private static let pageSizes = (9...16).map { 1 << $0 }

  fileprivate static func beginning(_ bytes: [UInt8]) -> Environment.FileBeginning? {
    func meta(at offset: Int) -> Meta? {
      // What is no meta page is no error here.
      try? self.meta(bytes.dropFirst(offset).prefix(metaByteCount), .open, size: 0)
    }
    let first = meta(at: 0)
    let second = (first.map { [Int($0.pageSize)] } ?? pageSizes).lazy
      .compactMap { size in meta(at: size).flatMap { Int($0.pageSize) == size ? $0 : nil } }.first
    let readable = [first, second].compactMap(\.self)
    guard let sound = readable.max(by: { $0.transaction < $1.transaction }) else { return nil }
    let pageSize = Int(sound.pageSize)
    let (needed, overflows) = (sound.lastPage &+ 1).multipliedReportingOverflow(by: sound.pageSize)
    guard !overflows, needed <= UInt64(Int64.max), bytes.count >= pageSize + metaByteCount else {
      return nil
    }
    var mended = bytes
    if first == nil || second == nil {
      let (from, to) = first == nil ? (pageSize, 0) : (0, pageSize)
      mended.replaceSubrange(to..<to + metaByteCount, with: bytes[from..<from + metaByteCount])
      mended[to] = first == nil ? 0 : 1  // a page begins with its number
    }
    return Environment.FileBeginning(
      bytes: mended, byteCount: needed, isSound: first != nil && second != nil)
  }
}
