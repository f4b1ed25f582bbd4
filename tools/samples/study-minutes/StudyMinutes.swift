import Daybook

// A view of a program's own, computed from cards and their reviews: the minutes studied a tag and
// week. Run it with the folder of a store: StudyMinutes ~/.local/share/daybook

extension DerivedView {
  /// Milliseconds by tag and week; weeks are counted from the Monday before 1970.
  static let studyTime = DerivedView(
    CustomName("org.example.study/minutes"), version: 1, of: .cards,
    includesDeleted: true
  ) { thing in
    guard case .card(let card, let reviews) = thing else { return [] }
    return reviews.flatMap { review in
      let tags = card.tags.isEmpty ? ["untagged"] : card.tags
      return tags.map {
        Row(
          .text($0), .number(week(of: review)),
          amount: Int64(clamping: review.durationMilliseconds))
      }
    }
  }

  private static func week(of review: Review) -> Int64 {
    Int64((Double(review.happenedAt.date.daysSince1970 + 3) / 7).rounded(.down))
  }
}

@main
struct StudyMinutes {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let path = arguments.first, arguments.count == 1 else {
      return print("usage: StudyMinutes STORE")
    }
    var options = StoreOptions(replicaName: "study minutes")
    options.createsMissing = false
    let store = try Store.open(at: path, options: options)
    for tag in try store.sums(of: .studyTime, sharing: 1) {
      guard case .text(let name)? = tag.key.first else { continue }
      print("\(name): \(minutes(tag.amount)) min in \(tag.count) cards and weeks")
      for week in try store.sums(of: .studyTime, under: [.text(name)]) {
        guard case .number(let number)? = week.key.last,
          let monday = CivilDate(daysSince1970: Int(number) * 7 - 3)
        else { continue }
        print("  week of \(monday.description)  \(minutes(week.amount)) min")
      }
    }
  }

  private static func minutes(_ milliseconds: Int64) -> Int64 { (milliseconds + 30_000) / 60_000 }
}
