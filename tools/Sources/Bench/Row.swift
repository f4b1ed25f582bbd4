/// A row of the table of bars, with what it asks for.
enum Row: String, CaseIterable {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  case P1, P1b, P2, P2b, P3, P4, P5, P6, P7, P8, P9, P10
  // swift-format-ignore: AlwaysUseLowerCamelCase
  case P11, P11b, P12, P12b, P13, P15, P15b, P16, P16b
  // swift-format-ignore: AlwaysUseLowerCamelCase
  case H1, H2, H3, S1, S2, S3, Y1, Y2, Y3

  /// Those that are measured by themselves, not on workloads of several sizes.
  static let ofStudy: Set<Row> = [.P15b, .S1, .S2, .S3]

  /// What is compared with what; the functions that measure say it in full.
  var title: String {
    switch self {
    case .P1: "durable capture, edit, review / the same rows"
    case .P1b: "durable capture, edit, review / 3-table put"
    case .P2: "100 events in one command / the same rows"
    case .P2b: "100 events in one command / 100 3-table puts"
    case .P3: "import of a bundle / sorted append"
    case .P4: "growth of P3 per event"
    case .P5: "verify every event / scan and the same hashes"
    case .P6: "replay in memory / scan and fold"
    case .P7: "rebuild all views / scan, fold, write views"
    case .P8: "merge of the newest 1,000 events / the same rows"
    case .P9: "merge of 1,000 events all through history / the same rows"
    case .P10: "exchange with nothing new, both sides: CPU ms"
    case .P11: "history of one item / index range"
    case .P11b: "one item as of T / index range"
    case .P12: "whole store as of T / prefix of scan and fold"
    case .P12b: "whole store thirty days ago / prefix of scan and fold"
    case .P13: "bytes of log and indexes"
    case .P15: "open, next due card: CPU ms"
    case .P15b: "open, next due of 100,000 cards: CPU ms"
    case .P16: "daybook capture / empty process + raw commit"
    case .P16b: "daybook capture: CPU ms"
    case .H1: "log and blame of one item / in the smallest store"
    case .H2: "preview of 1,000 events / the merge"
    case .H3: "100 conflicts, status / in the smallest store"
    case .Y1: "50 changed items through a folder, both sides: ms"
    case .Y2: "50 changed items by ssh: ms"
    case .Y3: "first round through a folder / merge of a bundle"
    case .S1: "memory states: CPU ns a review"
    case .S2: "other parameters for 10,000 cards: ms"
    case .S3: "durable answer / the same rows"
    }
  }

  /// What must be reached, and what is aimed at: ratios; for P10, P15, P15b, P16b, S2, Y1 and Y2
  /// milliseconds, for S1 nanoseconds.
  var bars: (must: Double, aim: Double) {
    switch self {
    case .P1, .S3: (1.2, 1.1)
    case .P1b: (2, 1.5)
    case .P2, .P2b: (3, 2)
    case .P3: (4, 2)
    case .P4: (1.6, 1.3)
    case .P5: (2, 1.3)
    case .P6: (5, 2.5)
    case .P7: (4, 2)
    case .P8: (3, 2)
    case .P9: (2, 1.3)
    case .P10: (0.2, 0.05)
    case .Y1: (200, 100)
    case .Y2: (500, 250)
    case .Y3: (2, 1.2)
    case .P11, .P11b: (4, 2)
    case .P12, .P12b: (5, 2.5)
    case .P13: (1.3, 1.0)
    case .P15, .P15b: (2, 0.5)
    case .P16: (2, 1.5)
    case .P16b: (5, 5)
    case .H1, .H3: (3, 1.5)
    case .H2: (2, 1.2)
    case .S1: (200, 100)
    case .S2: (100, 50)
    }
  }
}

/// What a row came to at one size.
struct Figure {
  let row: Row
  let count: Int
  /// Ratios, or for P10, P15, P15b, P16b, S2, Y1 and Y2 milliseconds, for S1 nanoseconds: their
  /// median, least and greatest.
  let ratio: (median: Double, least: Double, greatest: Double)
  /// Both sides as people read them.
  let ours: String
  let raw: String
  let note: String
  /// What was measured, in seconds; nil for what is no time on both sides.
  private(set) var pairs: Pairs?

  init(
    _ row: Row, _ count: Int, ratios: [Double], ours: String, raw: String = "", note: String = ""
  ) {
    self.row = row
    self.count = count
    ratio = (ratios.median, ratios.min() ?? .nan, ratios.max() ?? .nan)
    self.ours = ours
    self.raw = raw
    self.note = note
  }

  /// A figure of pairs in seconds, shown per event or per ask.
  init(_ row: Row, _ count: Int, _ pairs: Pairs, per divisor: Int = 1, note: String = "") {
    self.init(
      row, count, ratios: pairs.ratios, ours: Self.time(pairs.ours.median / Double(divisor)),
      raw: Self.time(pairs.raw.median / Double(divisor)), note: note)
    self.pairs = pairs
  }

  /// A time with three digits or so.
  static func time(_ seconds: Double) -> String {
    let units: [(Double, String)] = [(1e-6, "ns"), (1e-3, "us"), (1, "ms")]
    for (limit, unit) in units where seconds < limit {
      return "\(short(seconds / limit * 1000)) \(unit)"
    }
    return "\(short(seconds)) s"
  }

  /// A number with three digits or so.
  static func short(_ number: Double) -> String {
    guard number.isFinite else { return "-" }
    let places = number < 10 ? 100.0 : number < 100 ? 10.0 : 1.0
    let rounded = (number * places).rounded() / places
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}
