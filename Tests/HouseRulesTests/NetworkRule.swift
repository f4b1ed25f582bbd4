import Testing

/// HTTP and sockets below the targets that are there for them.
func networkCalls(_ source: SwiftSource) -> [Offence] {
  let allowed = ["DaybookSync", "DaybookHub", "DaybookWeb"]
  guard source.isProduct, !allowed.contains(source.target) else { return [] }
  let complaint = "only DaybookSync, DaybookHub and DaybookWeb use a network"
  let functions = #/\b(?:socket|socketpair|connect|getaddrinfo|gethostbyname)\s*\(/#
  let types = #/\b(?:URLSession|URLRequest|NIO|AsyncHTTPClient|HTTPClient|Hummingbird|sockaddr)/#
  return source.offences(complaint, where: functions) + source.offences(complaint, where: types)
}

struct NetworkRuleTests {
  @Test func `nothing below DaybookSync can open a connection`() {
    expectNone(SourceTree.swift.flatMap(networkCalls))
    let text = """
      let session = URLSession.shared
      let file = socket(AF_INET, 0, 0)
      import NIOCore
      connect (file, &address)
      // URLSession
      reconnect("socket(")
      """
    let found = networkCalls(SwiftSource("Sources/Daybook/A.swift", text))
    #expect(found.map(\.line).sorted() == [1, 2, 3, 4])
    #expect(networkCalls(SwiftSource("Sources/DaybookSync/A.swift", text)).isEmpty)
  }
}
