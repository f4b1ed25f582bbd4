import Foundation

/// What commands do with a store in which one bit is another.
struct Trial {
  /// What one command did.
  enum Verdict: String, CaseIterable, Codable {
    /// It showed what is right.
    case right
    /// It left out what is damaged, and said so.
    case told
    /// It refused, with a status of its own.
    case refused
    /// It showed something else, and ended as if all was well.
    case silent
    /// It was ended by a signal.
    case signal
  }

  let program: String
  let folder: String
  private let copy: FlippedCopy

  init(of specimen: Specimen, program: String, folder: String) throws {
    (self.program, self.folder) = (program, folder)
    copy = try FlippedCopy(of: specimen, at: folder + "/flipped")
  }

  /// Runs a command on the specimen with a flipped bit; nil flips none.
  func verdict(_ bit: Int?, _ words: [String], right: [UInt8]) throws -> Verdict {
    let ended = try run(words, flipping: bit)
    if ended.isSignal { return .signal }
    guard ended.status == 0 else { return .refused }
    if ended.output == right { return .right }
    if ended.isComplaint, Self.lines(ended.output).isSubset(of: Self.lines(right)) { return .told }
    // The day may have changed meanwhile, and with it what is due.
    return try run(words, flipping: nil).output == ended.output ? .right : .silent
  }

  /// What a command says of the sound store.
  func answer(_ words: [String]) throws -> [UInt8] {
    let ended = try run(words, flipping: nil)
    guard ended.status == 0 else { throw Unfit(words: words, status: ended.status) }
    return ended.output
  }

  private static func lines(_ output: [UInt8]) -> Set<ArraySlice<UInt8>> {
    Set(output.split(separator: UInt8(ascii: "\n")))
  }

  /// A view whose entry is damaged is built anew, and says so by its next generation.
  private static func withoutGenerations(_ output: [UInt8]) -> [UInt8] {
    let name = Array("\"generation\":".utf8)
    return Array(
      output.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .filter { !$0.contains(name) }.joined(separator: [UInt8(ascii: "\n")]))
  }

  /// A command does not work on the sound store.
  struct Unfit: Error {
    let words: [String]
    let status: Int32
  }

  private func run(
    _ words: [String], flipping bit: Int?
  ) throws -> (status: Int32, isSignal: Bool, isComplaint: Bool, output: [UInt8]) {
    let (output, errors) = (folder + "/output", folder + "/errors")
    for path in [output, errors] { try Data().write(to: URL(filePath: path)) }
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = words + ["--store", copy.path, "--no-input"]
    process.environment = [
      "HOME": folder, "TMPDIR": folder, "TZ": "UTC", "PATH": "/usr/bin:/bin",
      "SWIFT_BACKTRACE": "enable=no",
    ]
    process.standardInput = FileHandle.nullDevice
    let handles = try [output, errors].map { try FileHandle(forWritingTo: URL(filePath: $0)) }
    defer { for handle in handles { try? handle.close() } }  // what was written is read below
    (process.standardOutput, process.standardError) = (handles[0], handles[1])
    try copy.withFlipped(bit) {
      try process.run()
      process.waitUntilExit()
    }
    return (
      process.terminationStatus, process.terminationReason == .uncaughtSignal,
      try !Data(contentsOf: URL(filePath: errors)).isEmpty,
      Self.withoutGenerations(Array(try Data(contentsOf: URL(filePath: output))))
    )
  }
}
