import CZstd

/// Unpacks Zstandard frames, one after another. Its window takes at most 128 MiB, the library's
/// own limit.
@safe final class ZstdUnpackingStream: PackingStream {
  private let context: OpaquePointer

  init() throws(CompressionError) {
    guard let context = unsafe ZSTD_createDCtx() else { throw .outOfMemory }
    unsafe self.context = unsafe context
  }

  deinit {
    _ = unsafe ZSTD_freeDCtx(context)
  }

  func step(
    _ input: [UInt8], from offset: Int, isLast: Bool
  ) throws(CompressionError) -> PackingStep {
    var rest = 0
    let (consumed, output) = unsafe runZstd(input, from: offset) { input, output in
      rest = unsafe ZSTD_decompressStream(context, &output, &input)
    }
    guard ZSTD_isError(rest) == 0 else { throw .damaged }
    return PackingStep(consumed: consumed, output: output, hasEnded: rest == 0)
  }
}

/// Packs to one Zstandard frame, at the library's own level.
@safe final class ZstdPackingStream: PackingStream {
  private let context: OpaquePointer

  init() throws(CompressionError) {
    guard let context = unsafe ZSTD_createCCtx() else { throw .outOfMemory }
    unsafe self.context = unsafe context
  }

  deinit {
    _ = unsafe ZSTD_freeCCtx(context)
  }

  func step(
    _ input: [UInt8], from offset: Int, isLast: Bool
  ) throws(CompressionError) -> PackingStep {
    var rest = 0
    let (consumed, output) = unsafe runZstd(input, from: offset) { input, output in
      rest = unsafe ZSTD_compressStream2(
        context, &output, &input, isLast ? ZSTD_e_end : ZSTD_e_continue)
    }
    guard ZSTD_isError(rest) == 0 else { throw .outOfMemory }
    return PackingStep(consumed: consumed, output: output, hasEnded: isLast && rest == 0)
  }
}

/// One call of the library on a part of `input`, with a piece of room for what comes out.
private func runZstd(
  _ input: [UInt8], from offset: Int,
  _ call: (inout ZSTD_inBuffer, inout ZSTD_outBuffer) -> Void
) -> (consumed: Int, output: [UInt8]) {
  var consumed = 0
  let output = unsafe [UInt8](unsafeUninitializedCapacity: PackingStep.outputLimit) { room, made in
    unsafe input.withUnsafeBufferPointer { all in
      let part = unsafe UnsafeBufferPointer(rebasing: all[offset...])
      var source = unsafe ZSTD_inBuffer(src: part.baseAddress, size: part.count, pos: 0)
      var target = unsafe ZSTD_outBuffer(
        dst: room.baseAddress, size: PackingStep.outputLimit, pos: 0)
      unsafe call(&source, &target)
      consumed = unsafe source.pos
      made = unsafe target.pos
    }
  }
  return (consumed, output)
}
