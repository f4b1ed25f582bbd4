/// One entry, as the list at the end of a zip file describes it.
package struct ZipEntry: Equatable, Sendable {
  /// Its name in the file; never a path to write to.
  package let name: String
  /// How many bytes it stands for.
  package let size: Int
  /// How many bytes it takes in the file.
  package let packedSize: Int
  /// The checksum of what it stands for.
  package let checksum: UInt32
  /// Whether it is packed with deflate; stored otherwise.
  package let isDeflated: Bool
  /// Where its own header begins.
  let headerOffset: Int
  /// Whether its sizes stand behind its bytes and not in its own header.
  let hasDescriptor: Bool
}

/// The numbers that mark the parts of a zip file, and their lengths (APPNOTE 6.3).
enum ZipFormat {
  static let localHeader: UInt32 = 0x0403_4B50
  static let centralHeader: UInt32 = 0x0201_4B50
  static let end: UInt32 = 0x0605_4B50
  static let end64: UInt32 = 0x0606_4B50
  static let end64Locator: UInt32 = 0x0706_4B50
  static let localHeaderLength = 30
  static let centralHeaderLength = 46
  static let endLength = 22
  static let end64Length = 56
  static let end64LocatorLength = 20
  static let commentLimit = 0xFFFF
  static let storedMethod = 0
  static let deflateMethod = 8
  static let extra64 = 1
  static let isEncrypted = 1
  static let hasDescriptor = 1 << 3
  static let isStronglyEncrypted = 1 << 6
  static let isUTF8 = 1 << 11
  static let isMasked = 1 << 13
}

/// Little-endian numbers, as zip files hold them.
extension Array<UInt8> {
  func zipNumber16(at offset: Int) -> Int { Int(self[offset]) | Int(self[offset + 1]) << 8 }

  func zipNumber32(at offset: Int) -> Int {
    zipNumber16(at: offset) | zipNumber16(at: offset + 2) << 16
  }

  /// Nil for a number no file is as large as.
  func zipNumber64(at offset: Int) -> Int? {
    let high = zipNumber32(at: offset + 4)
    return high < 1 << 30 ? zipNumber32(at: offset) | high << 32 : nil
  }

  mutating func appendZip(_ value: Int, bytes count: Int) {
    for index in 0..<count { append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
  }
}
