import DaybookSystem

/// Finding the list.
extension ZipDirectory {
  /// Where the list lies and how many entries it has.
  struct Place {
    var offset: Int
    var length: Int
    var count: Int
  }

  /// Reads the record that ends the file. Its comment must end where the file does, so that two
  /// programs cannot take two different lists from one file.
  func place() throws -> Place {
    let tailLength = min(fileSize, ZipFormat.endLength + ZipFormat.commentLimit)
    let tail = try file.read(tailLength, at: fileSize - tailLength)
    guard tail.count >= ZipFormat.endLength else { throw ZipError.notAZip }
    var start = tail.count - ZipFormat.endLength
    while start >= 0 {
      if tail.zipNumber32(at: start) == Int(ZipFormat.end),
        start + ZipFormat.endLength + tail.zipNumber16(at: start + 20) == tail.count
      {
        return try place(tail, at: start, offset: fileSize - tailLength + start)
      }
      start -= 1
    }
    throw ZipError.notAZip
  }

  private func place(_ tail: [UInt8], at start: Int, offset: Int) throws -> Place {
    guard tail.zipNumber16(at: start + 4) == 0 || tail.zipNumber16(at: start + 4) == 0xFFFF else {
      throw ZipError.damaged(entry: nil)
    }
    let place = Place(
      offset: tail.zipNumber32(at: start + 16), length: tail.zipNumber32(at: start + 12),
      count: tail.zipNumber16(at: start + 10))
    let isWide =
      place.offset == 0xFFFF_FFFF || place.length == 0xFFFF_FFFF || place.count == 0xFFFF
    guard isWide else {
      guard place.offset + place.length == offset else { throw ZipError.damaged(entry: nil) }
      return place
    }
    return try widePlace(before: offset)
  }

  /// The record for large files, which a locator just before the last record leads to.
  private func widePlace(before end: Int) throws -> Place {
    let locatorOffset = end - ZipFormat.end64LocatorLength
    guard locatorOffset >= 0 else { throw ZipError.damaged(entry: nil) }
    let locator = try file.read(ZipFormat.end64LocatorLength, at: locatorOffset)
    guard locator.count == ZipFormat.end64LocatorLength,
      locator.zipNumber32(at: 0) == Int(ZipFormat.end64Locator),
      let offset = locator.zipNumber64(at: 8), offset <= locatorOffset
    else { throw ZipError.damaged(entry: nil) }
    let record = try file.read(ZipFormat.end64Length, at: offset)
    guard record.count == ZipFormat.end64Length,
      record.zipNumber32(at: 0) == Int(ZipFormat.end64),
      let count = record.zipNumber64(at: 32), let length = record.zipNumber64(at: 40),
      let start = record.zipNumber64(at: 48), start <= fileSize, length <= fileSize,
      start + length <= offset
    else { throw ZipError.damaged(entry: nil) }
    return Place(offset: start, length: length, count: count)
  }
}
