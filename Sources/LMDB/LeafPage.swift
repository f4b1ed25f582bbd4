/// A page of rows as it lies in the map. LMDB believes what a page says of itself: where its nodes
/// lie, how long they are, how many there are. A flipped bit there hides rows, or shows them twice.
///
/// Layout: `MDB_page` and `MDB_node` in LMDB's mdb.c. Nodes fill a page from its end on without
/// gaps, each of even length; so their lengths add up to what lies behind the free room.
@safe struct LeafPage {
  private static let headerByteCount = 16
  private static let nodeHeaderByteCount = 8
  private static let leafFlag = 0x02
  private static let kindFlags = 0x2F
  private static let ownPagesFlag = 0x01
  /// None, pages of its own, the record of a table.
  private static let nodeFlags = 0...2
  private static let pageNumberByteCount = 8

  private let start: UnsafeRawPointer
  private let byteCount: Int

  /// The page that holds an address.
  ///
  /// - Parameter byteCount: of every page of the file, which is mapped from such a border on.
  init(holding address: UnsafeRawPointer, byteCount: Int) {
    unsafe start =
      unsafe UnsafeRawPointer(
        bitPattern: UInt(bitPattern: address) & ~UInt(byteCount - 1)) ?? address
    self.byteCount = byteCount
  }

  /// Whether its nodes can be what was written.
  var isSound: Bool {
    let (flags, lower, upper) = (number(10), number(12), number(14))
    guard flags & Self.kindFlags == Self.leafFlag, lower >= Self.headerByteCount,
      lower.isMultiple(of: 2), lower <= upper, upper <= byteCount
    else { return false }
    var used = 0
    for place in stride(from: Self.headerByteCount, to: lower, by: 2) {
      let node = number(place)
      guard node >= upper, node + Self.nodeHeaderByteCount <= byteCount else { return false }
      guard Self.nodeFlags.contains(number(node + 4)) else { return false }
      let hasOwnPages = number(node + 4) & Self.ownPagesFlag != 0
      let value = hasOwnPages ? Self.pageNumberByteCount : number(node) | number(node + 2) << 16
      let length = Self.nodeHeaderByteCount + number(node + 6) + value
      used += length + length % 2
      guard used <= byteCount else { return false }
    }
    return used == byteCount - upper
  }

  /// The 16-bit number at an offset, which lies in the page.
  private func number(_ offset: Int) -> Int {
    Int(unsafe start.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
  }
}
