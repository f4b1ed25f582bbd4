/// One direction of one method: takes bytes and gives others, a piece at a time.
protocol PackingStream: AnyObject {
  /// Works on `input` from `offset` on until it is used up or a piece of output is full.
  ///
  /// - Parameter isLast: whether no input follows; packing then ends what it makes.
  /// - Throws: ``CompressionError``.
  func step(
    _ input: [UInt8], from offset: Int, isLast: Bool
  ) throws(CompressionError) -> PackingStep
}

/// What one step did.
struct PackingStep {
  /// The most bytes that one step gives.
  static let outputLimit = 1 << 16

  /// How many bytes it took.
  var consumed: Int
  /// What it made of them.
  var output: [UInt8]
  /// Whether a whole stream or frame has ended here.
  var hasEnded: Bool

  /// Whether more may come out without more going in.
  var isFull: Bool { output.count == Self.outputLimit }
}

/// Bytes as they are.
final class StoredStream: PackingStream {
  func step(
    _ input: [UInt8], from offset: Int, isLast: Bool
  ) throws(CompressionError) -> PackingStep {
    let end = min(offset + PackingStep.outputLimit, input.count)
    return PackingStep(
      consumed: end - offset, output: Array(input[offset..<end]), hasEnded: end == input.count)
  }
}
