import DaybookSystem
import TestSupport
import Testing

struct NetworkTests {
  @Test func `there is a network where something but the loop is up`() throws {
    let folder = try ScratchFolder()
    func state(_ name: String, _ text: String) throws {
      try FileSystem.makeDirectory(folder(name), intermediates: true)
      try folder.write("\(name)/operstate", Array(text.utf8))
    }
    try state("lo", "unknown\n")
    #expect(!Host.hasNetwork(describedIn: folder.path))
    try state("wlan0", "down\n")
    #expect(!Host.hasNetwork(describedIn: folder.path))
    try state("wlan0", "up\n")
    #expect(Host.hasNetwork(describedIn: folder.path))
    #expect(Host.hasNetwork(describedIn: folder("none")), "where nobody tells, it may be there")
  }
}
