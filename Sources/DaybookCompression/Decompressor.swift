/// Unpacks bytes piece by piece, within a limit.
///
/// Memory is one piece of 64 KiB beside what the method needs, whatever is unpacked.
package final class Decompressor {
  /// How many packed bytes were taken.
  package private(set) var inputCount = 0
  /// How many bytes came out.
  package private(set) var outputCount = 0

  private let stream: any PackingStream
  private let limit: OutputLimit
  private var hasEnded: Bool

  /// Begins.
  ///
  /// - Throws: ``CompressionError/outOfMemory``.
  package init(_ method: CompressionMethod, _ limit: OutputLimit) throws(CompressionError) {
    self.limit = limit
    hasEnded = method == .stored
    switch method {
    case .stored: stream = StoredStream()
    case .deflate: stream = try InflateStream()
    case .zstd: stream = try ZstdUnpackingStream()
    }
  }

  /// Unpacks some more and gives what comes out, in pieces.
  ///
  /// - Throws: ``CompressionError``, or what `emit` throws.
  package func add(_ input: [UInt8], _ emit: ([UInt8]) throws -> Void) throws {
    var offset = 0
    var isFull = false
    while offset < input.count || isFull {
      // Nothing comes after an end but the frame that follows, and that needs bytes.
      if hasEnded, offset == input.count { return }
      let step = try stream.step(input, from: offset, isLast: false)
      guard step.consumed > 0 || !step.output.isEmpty || offset == input.count else {
        throw CompressionError.damaged
      }
      offset += step.consumed
      inputCount += step.consumed
      outputCount += step.output.count
      hasEnded = step.hasEnded
      isFull = step.isFull
      guard outputCount <= limit.byteCount else { throw CompressionError.tooLarge }
      if outputCount > limit.ratioThreshold, outputCount / limit.ratio > inputCount {
        throw CompressionError.expandsTooMuch
      }
      if !step.output.isEmpty { try emit(step.output) }
    }
  }

  /// Says that no more input follows.
  ///
  /// - Throws: ``CompressionError/truncated`` if it should.
  package func finish() throws(CompressionError) {
    guard hasEnded else { throw .truncated }
  }
}

extension CompressionMethod {
  /// Unpacks bytes that lie in memory.
  ///
  /// - Throws: ``CompressionError``.
  package func unpacked(_ bytes: [UInt8], _ limit: OutputLimit) throws -> [UInt8] {
    let decompressor = try Decompressor(self, limit)
    var output: [UInt8] = []
    try decompressor.add(bytes) { output += $0 }
    try decompressor.finish()
    return output
  }

  /// Packs bytes that lie in memory.
  ///
  /// - Throws: ``CompressionError/outOfMemory``.
  package func packed(_ bytes: [UInt8]) throws -> [UInt8] {
    let compressor = try Compressor(self)
    var output: [UInt8] = []
    try compressor.add(bytes) { output += $0 }
    try compressor.finish { output += $0 }
    return output
  }
}
