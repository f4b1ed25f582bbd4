/// Numbers of bytes for people.
package enum ByteCount {
  /// A count in the largest unit of which there is one, with one digit after the point below ten:
  /// `512 bytes`, `1.5 KiB`, `24 MiB`.
  package static func text(_ bytes: Int) -> String {
    guard bytes >= 1024 else { return bytes == 1 ? "1 byte" : "\(bytes) bytes" }
    let units = ["KiB", "MiB", "GiB", "TiB", "PiB"]
    var (size, unit) = (Double(bytes) / 1024, 0)
    while size >= 1024, unit + 1 < units.count { (size, unit) = (size / 1024, unit + 1) }
    let tenths = Int((size * 10).rounded())
    guard tenths < 100, !tenths.isMultiple(of: 10) else {
      return "\(Int(size.rounded())) \(units[unit])"
    }
    return "\(tenths / 10).\(tenths % 10) \(units[unit])"
  }
}
