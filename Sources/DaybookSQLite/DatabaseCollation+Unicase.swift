import Foundation
package import GRDB

extension DatabaseCollation {
  /// The order that Anki's names are kept in: without regard to case.
  ///
  /// Indexes in a package are kept in it; ours compares the lower case of each letter, which is
  /// theirs for all but a few letters, and nothing here looks a name up through such an index.
  package static let unicase = DatabaseCollation("unicase") { left, right in
    let order = compare(left, right)
    return order == 0 ? .orderedSame : order < 0 ? .orderedAscending : .orderedDescending
  }

  private static func compare(_ left: String, _ right: String) -> Int {
    var first = left.lowercased().unicodeScalars.makeIterator()
    var second = right.lowercased().unicodeScalars.makeIterator()
    while true {
      switch (first.next(), second.next()) {
      case (nil, nil): return 0
      case (nil, _): return -1
      case (_, nil): return 1
      case (let one?, let other?):
        if one != other { return one.value < other.value ? -1 : 1 }
      }
    }
  }
}
