import Foundation
import ReferenceVectors

/// The vector file that fsrs-rs and py-fsrs wrote, if this checkout stands beside it.
enum PublicVectors {
  static let missing = "no shared/vectors/fsrs6-public.json beside this checkout"

  /// `shared/vectors/fsrs6-public.json` in the nearest folder above this file that has one.
  static let url: URL? = {
    var folder = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      let candidate = folder.appendingPathComponent("shared/vectors/fsrs6-public.json")
      if FileManager.default.fileExists(atPath: candidate.path) { return candidate }
    }
    return nil
  }()

  static func load() throws -> VectorFile {
    guard let url else { throw CocoaError(.fileNoSuchFile) }
    return try VectorFile(reading: Data(contentsOf: url))
  }
}

/// Whether two numbers agree to a relative tolerance.
func isClose(_ left: Double, _ right: Double, within tolerance: Double) -> Bool {
  abs(left - right) <= tolerance * max(abs(left), abs(right))
}
