/// Which elements of two sequences correspond: characters of answers, words and lines of texts.
///
/// Small sequences are aligned by a longest common subsequence. Large ones are first cut where
/// elements that occur once on either side correspond (Bram Cohen's patience comparison), which
/// also keeps apart what people would keep apart, and each stretch between is aligned by itself.
package enum Alignment {
  /// Stretches of more cells than this, rows times columns, are cut first; what has no element to
  /// cut it at differs as a whole.
  package static let mostCells = 4_000_000
  /// After this many cells altogether, what is left differs as a whole.
  static let mostCellsInAll = 64_000_000
  /// How often a stretch is cut again, so that no text, however made, takes long.
  static let mostLevels = 24

  /// Places of equal elements, ascending on both sides.
  ///
  /// - Complexity: O(*n* log *n*) and at most ``mostCellsInAll``, with 4 bytes of memory for each
  ///   of ``mostCells``.
  package static func matches<Element: Hashable>(
    _ left: [Element], _ right: [Element]
  ) -> [(Int, Int)] {
    var matches: [(Int, Int)] = []
    var cellsLeft = mostCellsInAll
    align(left[...], right[...], level: 0, &cellsLeft, into: &matches)
    return matches
  }

  /// Aligns equal ends, and what lies between them by cells or cuts.
  private static func align<Element: Hashable>(
    _ left: ArraySlice<Element>, _ right: ArraySlice<Element>, level: Int,
    _ cellsLeft: inout Int, into matches: inout [(Int, Int)]
  ) {
    var (left, right) = (left, right)
    while let first = left.first, first == right.first {
      matches.append((left.startIndex, right.startIndex))
      left.removeFirst()
      right.removeFirst()
    }
    var ends = 0
    while let last = left.last, last == right.last {
      ends += 1
      left.removeLast()
      right.removeLast()
    }
    defer {
      for offset in 0..<ends { matches.append((left.endIndex + offset, right.endIndex + offset)) }
    }
    guard !left.isEmpty, !right.isEmpty else { return }
    if left.count <= mostCells / right.count {
      guard left.count * right.count <= cellsLeft else { return }
      cellsLeft -= left.count * right.count
      matches += longest(left, right)
      return
    }
    var (leftStart, rightStart) = (left.startIndex, right.startIndex)
    let cuts = level < mostLevels ? uniqueMatches(left, right) : []
    guard !cuts.isEmpty else { return }
    for (leftCut, rightCut) in cuts + [(left.endIndex, right.endIndex)] {
      align(
        left[leftStart..<leftCut], right[rightStart..<rightCut], level: level + 1, &cellsLeft,
        into: &matches)
      if leftCut < left.endIndex { matches.append((leftCut, rightCut)) }
      (leftStart, rightStart) = (leftCut + 1, rightCut + 1)
    }
  }

  /// The most elements that occur once on either side and stand in the same order on both: a
  /// longest ascending run, by patience sorting.
  private static func uniqueMatches<Element: Hashable>(
    _ left: ArraySlice<Element>, _ right: ArraySlice<Element>
  ) -> [(Int, Int)] {
    let places = (uniquePlaces(left), uniquePlaces(right))
    let pairs = left.indices.compactMap { index -> (Int, Int)? in
      guard places.0[left[index]] == index, let other = places.1[left[index]], other >= 0 else {
        return nil
      }
      return (index, other)
    }
    /// The top card of every pile, and for every card the one on top of the pile before.
    var tops: [Int] = []
    var previous = [Int](repeating: -1, count: pairs.count)
    for index in pairs.indices {
      var (low, high) = (0, tops.count)
      while low < high {
        let middle = (low + high) / 2
        if pairs[tops[middle]].1 < pairs[index].1 { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[index] = tops[low - 1] }
      if low < tops.count { tops[low] = index } else { tops.append(index) }
    }
    var run: [(Int, Int)] = []
    var card = tops.last ?? -1
    while card >= 0 {
      run.append(pairs[card])
      card = previous[card]
    }
    return run.reversed()
  }

  /// Where each element stands; -1 for one that occurs more than once.
  private static func uniquePlaces<Element: Hashable>(
    _ elements: ArraySlice<Element>
  ) -> [Element: Int] {
    var places: [Element: Int] = [:]
    for index in elements.indices {
      places[elements[index]] = places[elements[index]] == nil ? index : -1
    }
    return places
  }

  private static func longest<Element: Hashable>(
    _ left: ArraySlice<Element>, _ right: ArraySlice<Element>
  ) -> [(Int, Int)] {
    let (rows, columns) = (left.count, right.count)
    let (firstRow, firstColumn) = (left.startIndex, right.startIndex)
    /// For every row and column, the length of the longest common rest.
    var lengths = [Int32](repeating: 0, count: (rows + 1) * (columns + 1))
    func cell(_ row: Int, _ column: Int) -> Int { row * (columns + 1) + column }
    for row in (0..<rows).reversed() {
      for column in (0..<columns).reversed() {
        lengths[cell(row, column)] =
          left[firstRow + row] == right[firstColumn + column]
          ? lengths[cell(row + 1, column + 1)] + 1
          : max(lengths[cell(row + 1, column)], lengths[cell(row, column + 1)])
      }
    }
    var matches: [(Int, Int)] = []
    var (row, column) = (0, 0)
    while row < rows, column < columns {
      if left[firstRow + row] == right[firstColumn + column] {
        matches.append((firstRow + row, firstColumn + column))
        (row, column) = (row + 1, column + 1)
      } else if lengths[cell(row + 1, column)] >= lengths[cell(row, column + 1)] {
        row += 1
      } else {
        column += 1
      }
    }
    return matches
  }
}
