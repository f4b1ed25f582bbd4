extension Host {
  /// The words the process was started with, without its own name, byte for byte.
  package static func arguments() -> [[UInt8]] {
    var words: [[UInt8]] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let word = unsafe CommandLine.unsafeArgv[index] else { continue }
      let characters = unsafe UnsafeBufferPointer(start: word, count: Self.length(of: word))
      words.append(unsafe characters.map(UInt8.init(bitPattern:)))
    }
    return words
  }

  private static func length(of word: UnsafePointer<CChar>) -> Int {
    var count = 0
    while unsafe word[count] != 0 { count += 1 }
    return count
  }
}
