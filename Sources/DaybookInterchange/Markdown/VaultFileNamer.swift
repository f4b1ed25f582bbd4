/// Gives new notes file names that every system and every link can hold.
///
/// Names are at most 120 bytes with `.md`, never empty, hidden or a path, and differ from one
/// another, and from those taken, by more than case.
package struct VaultFileNamer: Sendable {
  /// The longest name, in bytes of UTF-8, `.md` included.
  package static let byteLimit = 120

  private var taken: Set<String>
  /// The last number given to a name, so that many of one title are numbered quickly.
  private var lastNumbers: [String: Int] = [:]

  /// A namer for a folder that holds `taken` already.
  package init(taken: some Sequence<String> = []) {
    self.taken = Set(taken.map(Self.key))
  }

  /// A file name for a title, with `.md`; it is taken from now on.
  package mutating func name(forTitle title: String) -> String {
    let stem = Self.stem(title)
    var name = Self.cut(stem, toBytes: Self.byteLimit - 3) + ".md"
    var number = lastNumbers[Self.key(stem)] ?? 1
    while taken.contains(Self.key(name)) {
      number += 1
      let ending = " \(number).md"
      name = Self.cut(stem, toBytes: Self.byteLimit - ending.utf8.count) + ending
    }
    lastNumbers[Self.key(stem)] = number
    taken.insert(Self.key(name))
    return name
  }

  /// Names that differ only in case or in how letters are composed are one on many systems.
  private static func key(_ name: String) -> String { name.uppercased().lowercased() }

  /// Characters that Windows or links forbid.
  private static let forbidden: Set<Unicode.Scalar> = [
    "/", "\\", ":", "*", "?", "\"", "<", ">", "|", "#", "^", "[", "]",
  ]

  private static func stem(_ title: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in title.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .format where scalar.isEmojiGlue: scalars.append(scalar)
      case .format, .unassigned, .privateUse, .surrogate: continue
      case .control, .spaceSeparator, .lineSeparator, .paragraphSeparator: scalars.append(" ")
      // Two of these would be a comment.
      case .otherPunctuation where scalar == "%" && scalars.last == "%": continue
      default: scalars.append(forbidden.contains(scalar) ? " " : scalar)
      }
    }
    let words = String(scalars).split(separator: " ").joined(separator: " ")
    let stem = trimmed(words)
    guard !stem.isEmpty else { return "Untitled" }
    return isReserved(stem) ? "_" + stem : stem
  }

  /// Without dots and blanks at the ends: they hide files, and Windows drops them.
  private static func trimmed(_ name: String) -> String {
    let isOuter = { (character: Character) in character == "." || character == " " }
    var rest = name.drop(while: isOuter)
    while let last = rest.last, isOuter(last) { rest.removeLast() }
    return String(rest)
  }

  /// Names of devices on Windows, also with something after a dot.
  private static func isReserved(_ stem: String) -> Bool {
    let device = stem.prefix { $0 != "." }.uppercased().trimmed ?? ""
    if ["CON", "PRN", "AUX", "NUL"].contains(device) { return true }
    guard device.hasPrefix("COM") || device.hasPrefix("LPT") else { return false }
    return ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "¹", "²", "³"]
      .contains(String(device.dropFirst(3)))
  }

  /// As many whole characters as fit; of a first one that does not fit, its first scalars.
  private static func cut(_ stem: String, toBytes limit: Int) -> String {
    guard stem.utf8.count > limit else { return stem }
    var name = ""
    var count = 0
    for character in stem {
      count += character.utf8.count
      guard count <= limit else { break }
      name.append(character)
    }
    name = trimmed(name)
    if !name.isEmpty { return name }
    var scalars = String.UnicodeScalarView()
    count = 0
    for scalar in stem.unicodeScalars {
      count += UTF8.width(scalar)
      guard count <= limit else { break }
      scalars.append(scalar)
    }
    return String(scalars)
  }
}
