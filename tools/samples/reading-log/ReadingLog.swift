import Daybook

// Events of a program's own: a log of what was read. Daybook keeps and merges them, also where this
// program is not. Run it with the folder of a store and a command:
//   ReadingLog STORE start TITLE PAGES    ReadingLog STORE read ID PAGE    ReadingLog STORE

extension CustomName {
  static let book = CustomName("org.example.reading/book")
}

extension DerivedView {
  /// Books by whether they are read to the end, with the pages that are left.
  static let pagesLeft = DerivedView(
    CustomName("org.example.reading/pages-left"), version: 1, of: .custom(.book)
  ) { thing in
    guard case .custom(let book) = thing, case .number(let pages)? = book.values["pages"] else {
      return []
    }
    guard case .number(let page)? = book.values["page"] else { return [Row("open", amount: pages)] }
    return [Row(page < pages ? "open" : "finished", amount: pages - page)]
  }
}

@main
struct ReadingLog {
  static func main() throws {
    let words = Array(CommandLine.arguments.dropFirst())
    guard let path = words.first else { return print("usage: ReadingLog STORE [start|read] …") }
    let store = try Store.open(at: path, options: StoreOptions(replicaName: "reading log"))
    switch (words.dropFirst().first, words.count) {
    case ("start", 4):
      guard let pages = Int64(words[3]) else { return print("how many pages?") }
      let values: [String: CustomValue] = [
        "title": .text(Text(words[2])), "pages": .number(pages),
      ]
      print(try store.record(CustomEvent("started", of: .book, values: values)))
    case ("read", 4):
      guard let page = Int64(words[3]) else { return print("up to which page?") }
      let book = try store.thing(named: words[2])
      try store.record(CustomEvent("read", of: .book, thing: book, values: ["page": .number(page)]))
    default:
      for state in try store.sums(of: .pagesLeft) {
        guard case .text(let name)? = state.key.first else { continue }
        print("\(name): \(state.count) books, \(state.amount) pages left")
        for row in try store.rows(of: .pagesLeft, under: state.key) {
          guard let book = try store.customThing(row.thing) else { continue }
          print("  \(book.id.handleDigits.prefix(8))  \(book.label.string)  \(row.amount)")
        }
      }
    }
  }
}
