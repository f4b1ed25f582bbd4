import Testing

/// Two machines of one person, each with a store of its own.
struct TwoStores {
  let shell: Shell

  init() throws {
    shell = try Shell()
    for name in ["laptop", "phone"] {
      try #require(try run(name, "list", "--replica-name", name).status == 0)
    }
  }

  /// Runs `daybook` on one of the stores.
  @discardableResult
  func run(
    _ store: String, _ words: String..., input: String = "", environment: [String: String] = [:]
  ) throws -> ShellResult {
    try shell.run(words + ["--store", path(store)], input: input, environment: environment)
  }

  /// Runs `daybook` on one of the stores, which must work.
  @discardableResult
  func done(_ store: String, _ words: String...) throws -> ShellResult {
    let result = try shell.run(words + ["--store", path(store)])
    try #require(result.status == 0, "\(words): \(result.errors)")
    return result
  }

  /// The folder of a store.
  func path(_ store: String) -> String { shell.path + "/" + store }

  /// Captures an item on the laptop and takes it to the phone.
  func capture(_ words: String...) throws -> String {
    let id = try shell.id(
      try shell.run(["capture", "--json", "--store", path("laptop")] + words))
    try done("phone", "merge", path("laptop"))
    return id
  }

  /// Exchanges both ways; both then list the same conflicts and have the same fingerprint.
  func meet(sourceLocation: SourceLocation = #_sourceLocation) throws {
    for (here, there) in [("laptop", "phone"), ("phone", "laptop")] {
      let merged = try run(here, "merge", "--yes", path(there))
      try #require([0, 3].contains(merged.status), "\(merged.errors)")
    }
    let lists = try ["laptop", "phone"].map { try run($0, "conflicts", "--json").output }
    #expect(lists[0] == lists[1], sourceLocation: sourceLocation)
    let prints = try ["laptop", "phone"].map {
      try run($0, "status", "--json").json()["fingerprint"] as? String
    }
    #expect(prints[0] == prints[1], sourceLocation: sourceLocation)
  }

  /// The registers in conflict on a store, with the events of their writes.
  func conflicts(_ store: String) throws -> [(register: String, events: [String])] {
    let document = try run(store, "conflicts", "--json").json()
    let conflicts = try #require(document["conflicts"] as? [[String: Any]])
    return conflicts.map { conflict in
      let writes = conflict["writes"] as? [[String: Any]] ?? []
      return (conflict["register"] as? String ?? "", writes.map { $0["event"] as? String ?? "" })
    }
  }

  /// One thing as a document.
  func shown(_ store: String, _ thing: String) throws -> [String: Any] {
    try run(store, "show", thing, "--json").json()
  }
}
