import Workload

extension WorkloadEvent {
  /// Adds the record that plain LMDB keeps of this event; RawLMDB.h describes it.
  func appendRecord(to records: inout [UInt8]) {
    let (type, field, small, tail) = parts
    let number = UInt32(entity.dropFirst()) ?? 0
    append(UInt32(24 + tail.count), to: &records)
    append(UInt64(milliseconds) << 16 | UInt64(counter), to: &records)
    append(UInt32(replica), to: &records)
    append(UInt32(sequence), to: &records)
    records.append(type)
    records.append(field)
    append(small, to: &records)
    append(number, to: &records)
    records += tail
  }

  private var parts: (type: UInt8, field: UInt8, small: UInt16, tail: [UInt8]) {
    switch action {
    case .capture(let title, let body): (1, 0, 0, Array("\(title)\0\(body)".utf8))
    case .edit(.title(let text)): (2, 0, 0, Array(text.utf8))
    case .edit(.body(let text)): (2, 1, 0, Array(text.utf8))
    case .edit(.status(let status)):
      (2, 2, 0, bytes(UInt32(Status.allCases.firstIndex(of: status) ?? 0)))
    case .edit(.priority(let level)): (2, 3, 0, bytes(UInt32(level)))
    case .edit(.due(let day)): (2, 4, 0, bytes(UInt32(day)))
    case .tag(let name, let isOn): (3, isOn ? 1 : 0, UInt16(name.dropFirst()) ?? 0, [])
    case .move(let collection): (4, 0, UInt16(collection.dropFirst()) ?? 0, [])
    case .review(let grade, let duration): (5, 0, UInt16(grade), bytes(UInt32(duration)))
    }
  }

  private func append(_ value: some FixedWidthInteger, to records: inout [UInt8]) {
    records += bytes(value)
  }

  private func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
    stride(from: value.bitWidth - 8, through: 0, by: -8).map {
      UInt8(truncatingIfNeeded: value >> $0)
    }
  }
}
