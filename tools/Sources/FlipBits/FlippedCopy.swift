import Foundation

/// A copy of a specimen that commands read, with one bit of its file turned round or none.
struct FlippedCopy {
  /// Where it lies.
  let path: String
  private let specimen: Specimen
  private var file: URL { URL(filePath: path + "/data.mdb") }

  init(of specimen: Specimen, at path: String) throws {
    (self.path, self.specimen) = (path, specimen)
    try specimen.copy(to: path)
  }

  /// Turns one bit round, for as long as that takes.
  ///
  /// Afterwards the file is as it was, whatever was written to it.
  func withFlipped<Result>(_ bit: Int?, _ body: () throws -> Result) throws -> Result {
    if let bit { try flip(bit) }
    let result = try body()
    if let bit { try flip(bit) }
    if try Data(contentsOf: file) != Data(specimen.file) { try specimen.copy(to: path) }
    return result
  }

  private func flip(_ bit: Int) throws {
    let handle = try FileHandle(forUpdating: file)
    defer { try? handle.close() }  // what was written is read again
    try handle.seek(toOffset: UInt64(bit / 8))
    guard let byte = try handle.read(upToCount: 1)?.first else { return }
    try handle.seek(toOffset: UInt64(bit / 8))
    try handle.write(contentsOf: [byte ^ 1 << UInt8(bit % 8)])
  }
}
