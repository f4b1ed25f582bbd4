import CZlib

/// zlib's state, which must not move while it lives.
@safe private final class ZlibState {
  let pointer = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)

  init() {
    unsafe pointer.initialize(to: z_stream())
  }

  deinit {
    unsafe pointer.deallocate()
  }

  /// One call of zlib on a part of `input`, with a piece of room for what comes out.
  func run(
    _ input: [UInt8], from offset: Int, _ call: (UnsafeMutablePointer<z_stream>) -> Int32
  ) -> (code: Int32, consumed: Int, output: [UInt8]) {
    let count = min(input.count - offset, 1 << 30)
    var code: Int32 = 0
    let output = unsafe [UInt8](unsafeUninitializedCapacity: PackingStep.outputLimit) {
      room, made in
      unsafe input.withUnsafeBufferPointer { all in
        let part = unsafe UnsafeBufferPointer(rebasing: all[offset..<offset + count])
        unsafe pointer.pointee.next_in = UnsafeMutablePointer(mutating: part.baseAddress)
        unsafe pointer.pointee.avail_in = UInt32(count)
        unsafe pointer.pointee.next_out = room.baseAddress
        unsafe pointer.pointee.avail_out = UInt32(PackingStep.outputLimit)
        code = unsafe call(pointer)
      }
      made = unsafe PackingStep.outputLimit - Int(pointer.pointee.avail_out)
    }
    let rest = unsafe Int(pointer.pointee.avail_in)
    return (code, count - rest, output)
  }
}

/// Unpacks raw deflate.
final class InflateStream: PackingStream {
  private let state = ZlibState()
  private var hasEnded = false

  init() throws(CompressionError) {
    let size = unsafe Int32(MemoryLayout<z_stream>.size)
    guard unsafe inflateInit2_(state.pointer, -MAX_WBITS, ZLIB_VERSION, size) == Z_OK else {
      throw .outOfMemory
    }
  }

  deinit {
    _ = unsafe inflateEnd(state.pointer)
  }

  func step(
    _ input: [UInt8], from offset: Int, isLast: Bool
  ) throws(CompressionError) -> PackingStep {
    guard !hasEnded else { throw .damaged }
    let result = unsafe state.run(input, from: offset) { unsafe inflate($0, Z_NO_FLUSH) }
    switch result.code {
    case Z_OK, Z_BUF_ERROR: break
    case Z_STREAM_END: hasEnded = true
    case Z_MEM_ERROR: throw .outOfMemory
    default: throw .damaged
    }
    return PackingStep(
      consumed: result.consumed, output: result.output, hasEnded: hasEnded)
  }
}

/// Packs to raw deflate.
final class DeflateStream: PackingStream {
  private let state = ZlibState()

  init() throws(CompressionError) {
    let size = unsafe Int32(MemoryLayout<z_stream>.size)
    let code = unsafe deflateInit2_(
      state.pointer, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY,
      ZLIB_VERSION, size)
    guard code == Z_OK else { throw .outOfMemory }
  }

  deinit {
    _ = unsafe deflateEnd(state.pointer)
  }

  func step(
    _ input: [UInt8], from offset: Int, isLast: Bool
  ) throws(CompressionError) -> PackingStep {
    let result = unsafe state.run(input, from: offset) {
      unsafe deflate($0, isLast ? Z_FINISH : Z_NO_FLUSH)
    }
    guard [Z_OK, Z_BUF_ERROR, Z_STREAM_END].contains(result.code) else { throw .outOfMemory }
    return PackingStep(
      consumed: result.consumed, output: result.output, hasEnded: result.code == Z_STREAM_END)
  }
}
