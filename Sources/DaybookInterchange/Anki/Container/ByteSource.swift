/// Takes bytes, piece by piece.
package typealias ByteSink = ([UInt8]) throws -> Void

/// Gives all its bytes to a sink, piece by piece, and the same ones each time it is asked.
package typealias ByteSource = (_ sink: @escaping ByteSink) throws -> Void
