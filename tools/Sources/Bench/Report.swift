import DaybookConsole

/// All figures, for people and for programs.
struct Report {
  private var figures: [Figure] = []

  mutating func add(_ more: [Figure]) { figures += more }

  /// P4: what a line costs in the largest import, in units of what it costs in one a tenth of
  /// its size or less; the bars are meant for 10 million over 100 thousand. The note has the raw
  /// side's growth.
  mutating func addGrowth() {
    let imports = imports.sorted { $0.figure.count < $1.figure.count }
    guard let large = imports.last,
      let small = imports.last(where: { $0.figure.count * 10 <= large.figure.count })
    else { return }
    func growth(_ side: KeyPath<Pairs, [Double]>) -> [Double] {
      let each = small.pairs[keyPath: side].median / Double(small.figure.count)
      return large.pairs[keyPath: side].map { $0 / Double(large.figure.count) / each }
    }
    let raw = Figure.short(growth(\.raw).median)
    figures.append(
      Figure(
        .P4, large.figure.count, ratios: growth(\.ours), ours: large.figure.ours,
        raw: large.figure.raw, note: "over \(small.figure.count); raw \(raw)"))
  }

  /// Puts figures of a row that were measured on our side alone in units of what the smallest
  /// store took.
  mutating func compareWithSmallest(_ row: Row) {
    let measured = figures.filter { $0.row == row }.sorted { $0.count < $1.count }
    guard let least = measured.first?.pairs?.ours.median else { return }
    figures.removeAll { $0.row == row }
    figures += measured.map { figure in
      Figure(
        row, figure.count, ratios: (figure.pairs?.ours ?? []).map { $0 / least },
        ours: figure.ours, note: "over \(measured[0].count)")
    }
  }

  private var imports: [(figure: Figure, pairs: Pairs)] {
    figures.compactMap { figure in
      guard figure.row == .P3, let pairs = figure.pairs else { return nil }
      return (figure, pairs)
    }
  }

  /// In the order of the table of bars, only what was asked for.
  private func sorted(_ wanted: Set<Row>) -> [Figure] {
    Row.allCases.filter(wanted.contains).flatMap { row in
      figures.filter { $0.row == row }.sorted { $0.count < $1.count }
    }
  }

  /// The table.
  func table(_ wanted: Set<Row>) -> String {
    let titles = [
      "row", "what", "n", "ratio", "min", "max", "must", "aim", "", "ours", "raw", "note",
    ]
    let lines =
      [titles]
      + sorted(wanted).map { figure in
        let (ratio, bars) = (figure.ratio, figure.row.bars)
        let verdict =
          ratio.median <= bars.aim ? "aim" : ratio.median <= bars.must ? "must" : "MISSED"
        return [
          figure.row.rawValue, figure.row.title, "\(figure.count)", Figure.short(ratio.median),
          Figure.short(ratio.least), Figure.short(ratio.greatest), Figure.short(bars.must),
          Figure.short(bars.aim), verdict, figure.ours, figure.raw, figure.note,
        ]
      }
    let widths = titles.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { cells in
      let padded = zip(cells, widths).map {
        $0 + String(repeating: " ", count: $1 - $0.count)
      }.joined(separator: "  ")
      return String(padded.reversed().drop { $0 == " " }.reversed())
    }.joined(separator: "\n")
  }

  /// The document `daybook.bench/1`.
  func json(_ wanted: Set<Row>) -> JSON {
    [
      "schema": "daybook.bench/1",
      "rows": .array(
        sorted(wanted).map { figure in
          [
            "row": .string(figure.row.rawValue), "n": .integer(Int64(figure.count)),
            "ratio": .number(figure.ratio.median), "min": .number(figure.ratio.least),
            "max": .number(figure.ratio.greatest), "must": .number(figure.row.bars.must),
            "aim": .number(figure.row.bars.aim), "ours": .string(figure.ours),
            "raw": .string(figure.raw), "note": .string(figure.note),
          ]
        }),
    ]
  }
}
