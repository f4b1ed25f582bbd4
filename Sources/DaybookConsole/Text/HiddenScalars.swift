/// The characters that could steer a terminal or make text read as something it is not.
enum HiddenScalars {
  /// Whether a Unicode scalar must never reach a terminal, a pipe or a JSON document as it is:
  /// C0 except newline and tab, delete, C1, and the marks that turn the reading direction.
  @inline(__always)
  static func contains(_ scalar: UInt32) -> Bool {
    if scalar < 0x20 { return scalar != 0x0A && scalar != 0x09 }
    if scalar < 0x7F { return false }
    if scalar <= 0x9F { return true }
    return (0x202A...0x202E).contains(scalar) || (0x2066...0x2069).contains(scalar)
  }

  /// Whether a scalar ends a line for some programs, though no terminal shows it as one.
  @inline(__always)
  static func isLineSeparator(_ scalar: UInt32) -> Bool { scalar == 0x2028 || scalar == 0x2029 }
}
