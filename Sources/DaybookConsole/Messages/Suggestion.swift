/// Finds the word that was meant by a mistyped one.
package enum Suggestion {
  /// The known word nearest to `word`, or nil where none is near.
  ///
  /// Near is one slip for every three letters, at least one: a letter missing, added, replaced,
  /// or two neighbours swapped. A word of three letters or more that begins a known word is near
  /// too. Capitals do not count. Of equally near words the first known one is taken. Words of
  /// more than 64 letters are never near, so the cost is bounded.
  package static func nearest(to word: String, among known: [String]) -> String? {
    let typed = Array(word.lowercased())
    guard !typed.isEmpty, typed.count <= longestWord else { return nil }
    let allowed = max(1, typed.count / 3)
    var best: (distance: Int, word: String)?
    for candidate in known where candidate.count <= longestWord {
      let letters = Array(candidate.lowercased())
      var distance = editDistance(typed, letters)
      // One replaced letter makes any word of one letter out of any other.
      if distance >= max(typed.count, letters.count) { continue }
      if typed.count >= 3, letters.starts(with: typed) { distance = min(distance, allowed) }
      guard distance <= allowed else { continue }
      if best.map({ distance < $0.distance }) ?? true { best = (distance, candidate) }
    }
    return best?.word
  }

  private static let longestWord = 64

  /// Damerau's distance in its restricted form (optimal string alignment): no part is edited
  /// twice. O(*n m*) time, three rows of memory.
  private static func editDistance(_ left: [Character], _ right: [Character]) -> Int {
    var beforePrevious: [Int] = []
    var previous = Array(0...right.count)
    for row in stride(from: 1, through: left.count, by: 1) {
      var current = [row]
      for column in 0..<right.count {
        let isSame = left[row - 1] == right[column]
        var cost = min(
          previous[column + 1] + 1, current[column] + 1, previous[column] + (isSame ? 0 : 1))
        if row > 1, column > 0, left[row - 1] == right[column - 1],
          left[row - 2] == right[column]
        {
          cost = min(cost, beforePrevious[column - 1] + 1)
        }
        current.append(cost)
      }
      beforePrevious = previous
      previous = current
    }
    return previous[right.count]
  }
}
