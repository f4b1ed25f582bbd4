import ArgumentParser
import Foundation

/// Damages a store bit by bit, and looks whether anybody shows it.
@main
struct FlipBits: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tools/flip-bits",
    abstract: "Flip bits all over a store and read it with every command.",
    discussion: """
      EXAMPLES
        tools/flip-bits --flips 100000 --folder /dev/shm/flips

      A store with rows of every kind is made in the folder. For every flip the program reads a \
      copy with one other bit: what it shows must be what it shows of the sound store, or it must \
      refuse. A run that was stopped goes on where it was. silent is how often something else was \
      shown with status 0, signal how often a command was ended by a signal; of bits in what LMDB \
      itself goes by, which no row can check, they are counted apart.
      """)

  @Option(help: "The program to try.")
  var program: String
  @Option(help: "Where the store and its copies lie; best in memory.")
  var folder: String
  @Option(help: "How many bits to flip.")
  var flips = 2_000
  @Option(help: "How many of the commands read each copy, in turns; all if there are fewer.")
  var commands = Int.max
  @Option(help: "What the bits follow from.")
  var seed: UInt64 = 1
  @Option(help: "Begin with this flip: others look after those before it.")
  var first = 0

  func run() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let specimen = try Specimen(in: folder)
    let places = PagePlace.all(in: specimen.file)
    let trial = try Trial(of: specimen, program: program, folder: folder)
    let answers = try specimen.commands.map { try trial.answer($0) }
    let path = folder + "/tally-\(first).json"
    var tally = Tally(
      resuming: "seed \(seed), \(commands) commands, \(specimen.file.count) bytes", at: path)
    while tally.flips < flips {
      let flip = first + tally.flips
      let bit = Int(Self.number(flip, seed) % UInt64(specimen.file.count * 8))
      let count = min(commands, specimen.commands.count)
      for turn in 0..<count {
        let index = (flip * count + turn) % specimen.commands.count
        let verdict = try trial.verdict(bit, specimen.commands[index], right: answers[index])
        tally.note(places[bit / 8], verdict)
        if verdict == .silent || verdict == .signal {
          report(
            "\(verdict.rawValue): bit \(bit) (byte \(bit / 8 % 4096) of page \(bit / 8 / 4096), "
              + "\(places[bit / 8].rawValue)), \(specimen.commands[index].joined(separator: " "))")
        }
      }
      tally.endFlip()
      if tally.flips % 100 == 0 { try tally.write(to: path) }
    }
    try tally.write(to: path)
    print(tally.line)
    let bad = tally.count(.silent, [.row, .gap]) + tally.count(.signal, [.row, .gap])
    if bad > 0 {
      report(tally.line)
      throw ExitCode(1)
    }
  }

  private func report(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }

  /// The same number for the same flip in every run.
  private static func number(_ flip: Int, _ seed: UInt64) -> UInt64 {
    var mixed = (seed &* 0x2545_F491_4F6C_DD1D) ^ UInt64(flip) &* 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
