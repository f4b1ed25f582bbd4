import DaybookEvents

/// What the events about the members of collections write.
enum MembershipReducer {
  /// Lists the writes of one event.
  ///
  /// - Throws: ``WireError`` when its payload cannot be read, so that it is silent.
  static func reduce(
    _ kind: EventKind, _ header: EventHeader, _ name: EventName, _ payload: Span<UInt8>,
    _ writes: inout EventWrites
  ) throws(WireError) {
    switch kind {
    case .itemFiled, .itemMoved:
      try payload.forEachField { _ in }
      guard let collection = header.second, let position = payload.content(1) else { return }
      writes.add(RowKey(.membership, collection, header.entity), FieldKey(.place)) {
        $0.append(1)
        $0.append(payload.extracting(position))
      }
    case .itemUnfiled:
      try payload.forEachField { _ in }
      guard let collection = header.second else { return }
      writes.add(RowKey(.membership, collection, header.entity), FieldKey(.place)) { $0.append(0) }
    default: break
    }
  }
}
