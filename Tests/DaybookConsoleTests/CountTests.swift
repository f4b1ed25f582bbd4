import DaybookConsole
import Testing

/// Numbers of things for people.
struct CountTests {
  @Test(arguments: [(0, "0 new events"), (1, "1 new event"), (2, "2 new events")])
  func `one of a thing is one, and none or several are many`(number: Int, text: String) {
    #expect(Count.text(number, "new event") == text)
  }
}
