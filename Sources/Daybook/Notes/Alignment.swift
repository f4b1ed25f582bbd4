/// Which characters of two texts correspond: a longest common subsequence.
enum Alignment {
  /// More cells than this are not computed: what differs in the middle of long texts then differs
  /// as a whole.
  private static let mostCells = 4_000_000

  /// Places of equal elements, ascending on both sides.
  static func matches<Element: Equatable>(
    _ left: [Element], _ right: [Element]
  ) -> [(Int, Int)] {
    var start = 0
    while start < left.count, start < right.count, left[start] == right[start] { start += 1 }
    var (leftEnd, rightEnd) = (left.count, right.count)
    while leftEnd > start, rightEnd > start, left[leftEnd - 1] == right[rightEnd - 1] {
      (leftEnd, rightEnd) = (leftEnd - 1, rightEnd - 1)
    }
    let middle = longest(left[start..<leftEnd], right[start..<rightEnd])
    let ends = (0..<left.count - leftEnd).map { (leftEnd + $0, rightEnd + $0) }
    return (0..<start).map { ($0, $0) } + middle + ends
  }

  private static func longest<Element: Equatable>(
    _ left: ArraySlice<Element>, _ right: ArraySlice<Element>
  ) -> [(Int, Int)] {
    let (rows, columns) = (left.count, right.count)
    guard rows > 0, columns > 0, rows <= mostCells / columns else { return [] }
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
