import DaybookEvents

/// Lists the index entries of rows, reading the rows in place: those that a feature declares, and
/// the entry of what writers disagree about, which every row may have.
struct RowIndexer {
  private var shown = ShownValues()

  /// Adds the entries of a row; an empty one has none.
  mutating func list(
    _ row: RowKey, _ bytes: Span<UInt8>, into entries: inout IndexEntries
  ) throws(ViewError) {
    let schema = row.kind.schema
    guard !bytes.isEmpty, schema.isIndexed else { return }
    try shown.read(bytes)
    schema.index?(row, shown, bytes, &entries)
    // Heads that disagree; what sources say beside them, of which only the log tells whether
    // somebody decided; of what has members also any deletion among the heads, because only
    // the members tell whether it conflicts.
    let isContested = shown.hasRivals ? try !Record(reading: bytes).contested.isEmpty : false
    let hasOffers = shown[.source].map { SourceRecords.hasOffers(in: bytes.extracting($0)) }
    if isContested || hasOffers ?? false || (schema.hasMembers && shown.isDeletedByAny) {
      entries.add(.contested) { row.write(to: &$0) }
    }
  }
}
