import DaybookCompression

/// A zip file made by hand, of parts that no honest program would put together.
struct HostileZip {
  struct Entry {
    var name: [UInt8]
    var packed: [UInt8]
    var method = 0
    var flags = 0
    var size: Int
    var checksum: UInt32
    var mode = 0o100644
    /// Where the list says that it begins; nil for where it does.
    var offset: Int?
    /// What its own header calls it; nil for the same.
    var localName: [UInt8]?

    init(_ name: String, _ bytes: [UInt8], deflated: Bool = false) throws {
      self.name = Array(name.utf8)
      packed = deflated ? try CompressionMethod.deflate.packed(bytes) : bytes
      method = deflated ? 8 : 0
      size = bytes.count
      var checksum = CRC32()
      checksum.add(bytes)
      self.checksum = checksum.value
    }
  }

  var entries: [Entry]
  /// How many entries the end speaks of; nil for the true number.
  var count: Int?
  /// Whether all numbers stand in the records for large files.
  var isWide = false
  var comment: [UInt8] = []

  var bytes: [UInt8] {
    var file: [UInt8] = []
    var list: [UInt8] = []
    for entry in entries {
      let start = entry.offset ?? file.count
      let sizes = isWide ? [0xFFFF_FFFF, 0xFFFF_FFFF] : [entry.packed.count, entry.size]
      let common =
        number(20, 2) + number(entry.flags, 2) + number(entry.method, 2) + number(0x21_0000, 4)
        + number(Int(entry.checksum), 4) + sizes.flatMap { number($0, 4) }
      let localName = entry.localName ?? entry.name
      file += number(0x0403_4B50, 4) + common + number(localName.count, 2) + number(0, 2)
      file += localName + entry.packed
      let extra =
        isWide
        ? number(1, 2) + number(24, 2) + number(entry.size, 8) + number(entry.packed.count, 8)
          + number(start, 8) : []
      list += number(0x0201_4B50, 4) + number(20, 2) + common + number(entry.name.count, 2)
      list += number(extra.count, 2) + number(0, 6) + number(entry.mode << 16, 4)
      list += number(isWide ? 0xFFFF_FFFF : start, 4) + entry.name + extra
    }
    let count = count ?? entries.count
    let place = file.count
    file += list
    if isWide {
      let end = file.count
      file += number(0x0606_4B50, 4) + number(44, 8) + number(45, 2) + number(45, 2)
      file += number(0, 8) + number(count, 8) + number(count, 8) + number(list.count, 8)
      file += number(place, 8)
      file += number(0x0706_4B50, 4) + number(0, 4) + number(end, 8) + number(1, 4)
    }
    file += number(0x0605_4B50, 4) + number(0, 4)
    file += number(isWide ? 0xFFFF : count, 2) + number(isWide ? 0xFFFF : count, 2)
    file += number(isWide ? 0xFFFF_FFFF : list.count, 4)
    file += number(isWide ? 0xFFFF_FFFF : place, 4) + number(comment.count, 2) + comment
    return file
  }

  private func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
