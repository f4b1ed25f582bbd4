import DaybookSystem

/// The list of entries at the end of a zip file.
struct ZipDirectory {
  let file: FileReader
  private let limits: ZipLimits
  let fileSize: Int

  init(_ file: FileReader, _ limits: ZipLimits) throws {
    self.file = file
    self.limits = limits
    fileSize = try file.size()
  }

  /// All entries, checked against the limits and against each other.
  func entries() throws -> [ZipEntry] {
    let place = try place()
    guard place.count <= limits.entryCount else {
      throw ZipError.tooManyEntries(limit: limits.entryCount)
    }
    let greatest = ZipFormat.centralHeaderLength + limits.nameLength + 1_024
    guard place.length <= max(1, place.count) * greatest,
      place.length <= fileSize, place.offset <= fileSize - place.length
    else { throw ZipError.damaged(entry: nil) }
    let bytes = try file.read(place.length, at: place.offset)
    guard bytes.count == place.length else { throw ZipError.damaged(entry: nil) }
    var entries: [ZipEntry] = []
    entries.reserveCapacity(place.count)
    var offset = 0
    var total = 0
    for position in 0..<place.count {
      let entry = try entry(in: bytes, at: &offset, position + 1)
      let limit = limits.size(of: entry.name)
      guard entry.size <= limit else {
        throw ZipError.entryTooLarge(entry: entry.name, limit: limit)
      }
      if entry.size > 1 << 20, entry.size / limits.ratio > entry.packedSize {
        throw ZipError.expandsTooMuch(entry: entry.name)
      }
      total += entry.size
      guard total <= limits.totalSize else {
        throw ZipError.totalTooLarge(limit: limits.totalSize)
      }
      entries.append(entry)
    }
    try checkNames(entries)
    try checkPlaces(entries, end: place.offset)
    return entries
  }

  private func checkNames(_ entries: [ZipEntry]) throws {
    var names: Set<String> = []
    for entry in entries where !names.insert(entry.name).inserted {
      throw ZipError.duplicateName(entry: entry.name)
    }
  }

  /// Entries that share bytes are how a small file comes to stand for a huge one.
  private func checkPlaces(_ entries: [ZipEntry], end: Int) throws {
    var last = 0
    for entry in entries.sorted(by: { $0.headerOffset < $1.headerOffset }) {
      guard entry.headerOffset >= last else { throw ZipError.overlapping(entry: entry.name) }
      last =
        entry.headerOffset + ZipFormat.localHeaderLength + entry.name.utf8.count
        + entry.packedSize
      guard last <= end else { throw ZipError.damaged(entry: entry.name) }
    }
  }

  private func entry(
    in bytes: [UInt8], at offset: inout Int, _ position: Int
  ) throws -> ZipEntry {
    let start = offset
    guard bytes.count - start >= ZipFormat.centralHeaderLength,
      bytes.zipNumber32(at: start) == Int(ZipFormat.centralHeader)
    else { throw ZipError.damaged(entry: nil) }
    let nameEnd = start + ZipFormat.centralHeaderLength + bytes.zipNumber16(at: start + 28)
    let extraEnd = nameEnd + bytes.zipNumber16(at: start + 30)
    offset = extraEnd + bytes.zipNumber16(at: start + 32)
    guard offset <= bytes.count else { throw ZipError.damaged(entry: nil) }
    let nameBytes = bytes[(start + ZipFormat.centralHeaderLength)..<nameEnd]
    let mode = bytes.zipNumber32(at: start + 38) >> 16
    // 0xA000: a symbolic link, by the permissions that Unix writes.
    guard nameBytes.count <= limits.nameLength, mode & 0xF000 != 0xA000,
      let name = String(validating: nameBytes, as: UTF8.self), Self.isSafe(name)
    else { throw ZipError.forbiddenName(position: position) }
    let flags = bytes.zipNumber16(at: start + 8)
    let locks = ZipFormat.isEncrypted | ZipFormat.isStronglyEncrypted | ZipFormat.isMasked
    guard flags & locks == 0 else { throw ZipError.encrypted(entry: name) }
    let method = bytes.zipNumber16(at: start + 10)
    guard [ZipFormat.storedMethod, ZipFormat.deflateMethod].contains(method) else {
      throw ZipError.unknownMethod(entry: name, method: method)
    }
    var numbers = [
      bytes.zipNumber32(at: start + 24), bytes.zipNumber32(at: start + 20),
      bytes.zipNumber32(at: start + 42),
    ]
    try widen(&numbers, with: bytes[nameEnd..<extraEnd], name)
    let isStored = method == ZipFormat.storedMethod
    guard numbers[2] <= fileSize, numbers[1] <= fileSize, !isStored || numbers[0] == numbers[1]
    else { throw ZipError.damaged(entry: name) }
    return ZipEntry(
      name: name, size: numbers[0], packedSize: numbers[1],
      checksum: UInt32(truncatingIfNeeded: bytes.zipNumber32(at: start + 16)),
      isDeflated: !isStored, headerOffset: numbers[2],
      hasDescriptor: flags & ZipFormat.hasDescriptor != 0)
  }

  /// Numbers of 32 ones stand, 8 bytes each and in the same order, in an extra field.
  private func widen(
    _ numbers: inout [Int], with extra: ArraySlice<UInt8>, _ name: String
  ) throws {
    guard numbers.contains(0xFFFF_FFFF) else { return }
    var rest = Array(extra)
    while rest.count >= 4 {
      let length = rest.zipNumber16(at: 2)
      guard length <= rest.count - 4 else { break }
      guard rest.zipNumber16(at: 0) == ZipFormat.extra64 else {
        rest.removeFirst(4 + length)
        continue
      }
      var field = Array(rest[4..<(4 + length)])
      for index in numbers.indices where numbers[index] == 0xFFFF_FFFF {
        guard field.count >= 8, let number = field.zipNumber64(at: 0) else {
          throw ZipError.damaged(entry: name)
        }
        numbers[index] = number
        field.removeFirst(8)
      }
      return
    }
    throw ZipError.damaged(entry: name)
  }

  /// A name that no program would take for a place outside the folder it unpacks to.
  private static func isSafe(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    guard let first = bytes.first, first != .slash,
      !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == .backslash || $0 == .colon })
    else { return false }
    return !name.split(separator: "/", omittingEmptySubsequences: false).contains("..")
  }
}
