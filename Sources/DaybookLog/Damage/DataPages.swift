import DaybookSystem

/// The pages of a store's data file, read without LMDB, which ends the process at a page that is
/// not what it should be.
///
/// Nothing of what is read is believed: every number is checked before it is used. Layout:
/// MDB_page, MDB_meta, MDB_db and MDB_node in LMDB's mdb.c, of a machine of 64 bits.
package final class DataPages {
  /// The root of a tree, as a header or the table of tables says.
  struct Root: Equatable {
    /// The page; `UInt64.max` of an empty tree.
    let page: UInt64
    /// How many pages lie on the way to a row.
    let depth: Int
  }

  /// What one of the two headers says.
  struct Header: Equatable {
    let transaction: UInt64
    let lastPage: UInt64
    let freePages: Root
    let tables: Root
  }

  static let headerByteCount = 16
  private static let usualPageSize = 4096
  private static let magic: UInt64 = 0xBEEF_C0DE
  private static let pageSizes = 512...65_536

  private let reader: FileReader
  /// Bytes of a page.
  let pageSize: Int
  /// How many pages the file has, the last perhaps in part.
  let pageCount: UInt64
  /// The headers that can be read, the one that counts first.
  let headers: [Header]
  /// The numbers of the pages whose headers cannot be read.
  let badHeaders: [UInt64]

  /// Opens the data file of the store in a directory.
  ///
  /// - Throws: what the system says.
  package convenience init(storeAt directory: String) throws {
    try self.init(file: directory + "/data.mdb")
  }

  /// Opens a data file.
  init(file: String) throws {
    reader = try FileReader(file)
    let size = try reader.size()
    let first = try reader.read(256, at: 0)
    let stated = Int(Self.number(first, at: 40, bytes: 4) ?? 0)
    let isUsable = Self.pageSizes.contains(stated) && stated.nonzeroBitCount == 1
    pageSize = isUsable ? stated : Self.usualPageSize
    pageCount = UInt64((size + pageSize - 1) / pageSize)
    var found: [Header] = []
    var bad: [UInt64] = []
    for number in 0..<2 as Range<UInt64> {
      let bytes = try reader.read(256, at: Int(number) * pageSize)
      if let header = Self.header(bytes, number: number, pageSize: pageSize) {
        found.append(header)
      } else {
        bad.append(number)
      }
    }
    headers = found.sorted { Self.isNewer($0.transaction, than: $1.transaction) }
    badHeaders = bad
  }

  /// The bytes of some pages that follow each other; fewer at the end of the file, zeros where the
  /// disk has none.
  func bytes(_ page: UInt64, count: Int = 1) throws -> [UInt8] {
    guard page < pageCount, count > 0, UInt64(count) <= pageCount else { return [] }
    return try reader.read(count * pageSize, at: Int(page) * pageSize)
  }

  /// Whether the header of a transaction is the newer one of two.
  ///
  /// Transactions write them in turns. Where more than one lies between, a bit of one number is not
  /// what was written: of the one that would come right before or after the other without it.
  private static func isNewer(_ transaction: UInt64, than other: UInt64) -> Bool {
    guard max(transaction, other) - min(transaction, other) > 1 else { return transaction > other }
    func neighbors(_ number: UInt64, _ wrong: UInt64) -> [UInt64] {
      [number &- 1, number &+ 1].filter { ($0 ^ wrong).nonzeroBitCount == 1 }
    }
    let guesses = Set(
      neighbors(other, transaction).map { $0 > other }
        + neighbors(transaction, other).map { $0 < transaction })
    return guesses.count == 1 ? guesses.contains(true) : transaction > other
  }

  private static func header(
    _ bytes: [UInt8], number: UInt64, pageSize: Int
  ) -> Header? {
    guard let flags = self.number(bytes, at: 10, bytes: 2), flags & 0x08 != 0,
      self.number(bytes, at: 0, bytes: 8) == number,
      self.number(bytes, at: 16, bytes: 4) == magic, self.number(bytes, at: 20, bytes: 4) == 1,
      self.number(bytes, at: 40, bytes: 4) == UInt64(pageSize),
      let freePages = root(bytes, at: 40), let tables = root(bytes, at: 88),
      let lastPage = self.number(bytes, at: 136, bytes: 8), lastPage > 0, lastPage < 1 << 48,
      let transaction = self.number(bytes, at: 144, bytes: 8)
    else { return nil }
    return Header(
      transaction: transaction, lastPage: lastPage, freePages: freePages, tables: tables)
  }

  /// Reads an `MDB_db`; nil where there is no room for one.
  static func root(_ bytes: [UInt8], at offset: Int) -> Root? {
    guard let page = number(bytes, at: offset + 40, bytes: 8),
      let depth = number(bytes, at: offset + 6, bytes: 2)
    else { return nil }
    return Root(page: page, depth: Int(depth))
  }

  /// A little-endian number; nil past the end.
  static func number(_ bytes: [UInt8], at offset: Int, bytes count: Int) -> UInt64? {
    guard offset >= 0, offset + count <= bytes.count else { return nil }
    var value: UInt64 = 0
    for index in (offset..<offset + count).reversed() { value = value << 8 | UInt64(bytes[index]) }
    return value
  }
}
