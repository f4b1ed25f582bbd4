/// A change to a thing that may come from an import, and holds then what its source says.
protocol SourcedChange {
  /// What an import saw in its source.
  var source: [UInt8]? { get set }
  /// Whether nothing is to be written.
  var isEmpty: Bool { get }
  /// Nothing to write.
  init()
}

extension ItemChange: SourcedChange {}
extension NoteChange: SourcedChange {}

extension SourcedChange {
  /// The changes that each take an event.
  ///
  /// What a source offers is named by the event that says so, and what it stands against by the
  /// event that wrote that. So that each side of a conflict has a name of its own, offers come in
  /// an event of their own, after all else.
  var parts: [Self] {
    if isEmpty { return [] }
    guard let source, SourceRecords.hasOffers(in: source.span) else { return [self] }
    var (fields, offers) = (self, Self())
    fields.source = nil
    offers.source = source
    return fields.isEmpty ? [offers] : [fields, offers]
  }

  /// Whether a source offers that the thing is deleted: ``SourceRecords/offersDeletion``.
  var offersDeletion: Bool { source.map { SourceRecords(reading: $0).offersDeletion } ?? false }
}
