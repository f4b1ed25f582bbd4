import Foundation

/// Writes the manual pages of Daybook from what its programs say of themselves, so that a page
/// can never tell of an option that is not there.
@main
struct Main {
  static func main() throws {
    let words = CommandLine.arguments
    guard words.count == 4 else {
      FileHandle.standardError.write(Data("usage: manual PROGRAMS-FOLDER VERSION FOLDER\n".utf8))
      exit(64)
    }
    let programs = URL(filePath: words[1], directoryHint: .isDirectory)
    func description(_ name: String) throws -> ToolDescription {
      try ToolDescription(ofProgramAt: programs.appending(path: name).path(percentEncoded: false))
    }
    let pages = Pages(
      try description("daybook"), helper: try description("daybook-interchange"),
      version: words[2])
    let folder = URL(filePath: words[3], directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text) in pages.files {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
  }
}
