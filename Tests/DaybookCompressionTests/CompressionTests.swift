import DaybookCompression
import TestSupport
import Testing

struct CompressionTests {
  private static let methods: [CompressionMethod] = [.stored, .deflate, .zstd]

  @Test(arguments: methods, [0, 1, 65_535, 65_536, 65_537, 1_000_000])
  func `what is packed is unpacked`(method: CompressionMethod, count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count))
    let bytes = random.bytes(count, from: "abcdefgh")
    let packed = try method.packed(bytes)
    #expect(try method.unpacked(packed, OutputLimit(byteCount: count)) == bytes)
    if count > 0 {
      #expect(throws: CompressionError.tooLarge) {
        try method.unpacked(packed, OutputLimit(byteCount: count - 1))
      }
    }
    // In pieces of every size it is the same.
    for size in [1, 7, 4_096] where size > 1 || count < 100_000 {
      let decompressor = try Decompressor(method, OutputLimit(byteCount: count))
      var output: [UInt8] = []
      for start in stride(from: 0, to: packed.count, by: size) {
        try decompressor.add(Array(packed[start..<min(start + size, packed.count)])) {
          output += $0
        }
      }
      try decompressor.finish()
      #expect(output == bytes)
    }
  }

  @Test(arguments: [CompressionMethod.deflate, .zstd])
  func `packed bytes that end early or go on are noticed`(method: CompressionMethod) throws {
    let packed = try method.packed(Array("some text, some text, some text".utf8))
    let limit = OutputLimit(byteCount: 1_000)
    for end in 0..<packed.count {
      #expect(throws: CompressionError.truncated) {
        try method.unpacked(Array(packed[..<end]), limit)
      }
    }
    #expect(throws: CompressionError.damaged) { try method.unpacked(packed + [1, 2, 3, 4], limit) }
    #expect(throws: CompressionError.damaged) {
      try method.unpacked([UInt8](repeating: 0xFE, count: 100), limit)
    }
  }

  @Test func `frames may follow each other`() throws {
    let packed = try CompressionMethod.zstd.packed([1, 2]) + CompressionMethod.zstd.packed([3])
    #expect(try CompressionMethod.zstd.unpacked(packed, OutputLimit(byteCount: 3)) == [1, 2, 3])
  }

  @Test func `the smallest frame that Anki writes is read`() throws {
    let empty: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x20, 0x00, 0x01, 0x00, 0x00]
    #expect(try CompressionMethod.zstd.unpacked(empty, OutputLimit(byteCount: 0)) == [])
  }

  @Test(arguments: [CompressionMethod.deflate, .zstd])
  func `bytes that stand for far too many are stopped early`(method: CompressionMethod) throws {
    let bomb = try method.packed([UInt8](repeating: 0, count: 64 << 20))
    #expect(bomb.count < 100_000)
    let decompressor = try Decompressor(method, OutputLimit(byteCount: 1 << 40))
    #expect(throws: CompressionError.expandsTooMuch) { try decompressor.add(bomb) { _ in } }
    #expect(decompressor.outputCount < 21 << 20)
  }

  @Test func `the checksum is that of zip files`() {
    var checksum = CRC32()
    checksum.add(Array("1234".utf8))
    checksum.add([])
    checksum.add(Array("56789".utf8))
    #expect(checksum.value == 0xCBF4_3926)
  }
}
