/// Packs bytes piece by piece. The same pieces give the same bytes, with the same version of the
/// libraries.
package final class Compressor {
  private let stream: any PackingStream

  /// Begins.
  ///
  /// - Throws: ``CompressionError/outOfMemory``.
  package init(_ method: CompressionMethod) throws(CompressionError) {
    switch method {
    case .stored: stream = StoredStream()
    case .deflate: stream = try DeflateStream()
    case .zstd: stream = try ZstdPackingStream()
    }
  }

  /// Packs some more and gives what comes out, in pieces.
  ///
  /// - Throws: ``CompressionError/outOfMemory``, or what `emit` throws.
  package func add(_ input: [UInt8], _ emit: ([UInt8]) throws -> Void) throws {
    var offset = 0
    var isFull = false
    while offset < input.count || isFull {
      let step = try stream.step(input, from: offset, isLast: false)
      offset += step.consumed
      isFull = step.isFull
      if !step.output.isEmpty { try emit(step.output) }
    }
  }

  /// Ends, and gives what was held back.
  ///
  /// - Throws: ``CompressionError/outOfMemory``, or what `emit` throws.
  package func finish(_ emit: ([UInt8]) throws -> Void) throws {
    var hasEnded = false
    while !hasEnded {
      let step = try stream.step([], from: 0, isLast: true)
      hasEnded = step.hasEnded
      if !step.output.isEmpty { try emit(step.output) }
    }
  }
}
