public import DaybookEvents
import DaybookLog
import DaybookText

/// Something that happened to a thing of a program's own: an event of a kind that the program
/// names.
public struct CustomEvent: Equatable, Sendable {
  /// The kind of the thing.
  public let kind: CustomName
  /// What happened, by a word of the program's: `finished`.
  public let name: String
  /// The thing; nil for a new one.
  public let thing: EntityID?
  /// The values that it writes, by name; ``CustomValue/none`` removes one. Of what several machines
  /// write to one of them without knowing of each other the last counts, and the others are shown
  /// as a conflict, as with a field of an item. Others stay as they are.
  public let values: [String: CustomValue]

  /// Describes an event.
  ///
  /// - Parameters:
  ///   - name: what happened: letters, digits, `.`, `-` and `_`.
  ///   - kind: the kind of the thing.
  ///   - thing: the thing; nil for a new one.
  ///   - values: what it writes; names are made as `name` is.
  public init(
    _ name: String, of kind: CustomName, thing: EntityID? = nil,
    values: [String: CustomValue] = [:]
  ) {
    self.name = name
    self.kind = kind
    self.thing = thing
    self.values = values
  }

  /// - Throws: ``StoreError/invalidCustomName(_:)``, ``StoreError/tooManyValues(_:)``,
  ///   ``StoreError/nulByte``, ``StoreError/textTooLarge(bytes:)``.
  func check() throws {
    for name in [name] + values.keys {
      guard !name.isEmpty, name.utf8.count <= TextLimits.customNameByteCount,
        name.utf8.allSatisfy(\.isOfName)
      else { throw StoreError.invalidCustomName(name) }
    }
    guard values.count <= TextLimits.customValueCount else {
      throw StoreError.tooManyValues(values.count)
    }
    for case .text(let text) in values.values { try TextLimits.check(text) }
  }

  /// The payload.
  func payload(isNew: Bool) -> [UInt8] {
    var wire = WireWriter()
    wire.text(1, kind.name)
    wire.text(2, name)
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      wire.bytes(3, NamedCustomValue(name: name, value: value).encoded)
    }
    if isNew { wire.varint(4, 1) }
    return wire.bytes
  }

  /// The payload of an event by which values come back: of an undone command, or of a decided
  /// conflict.
  ///
  /// - Parameters:
  ///   - kind: that of the thing, as its register holds it; empty where that is not known.
  ///   - values: as registers hold them.
  static func payload(_ kind: [UInt8], correcting values: [[UInt8]]) -> [UInt8] {
    var wire = WireWriter()
    if !kind.isEmpty { wire.bytes(1, kind) }
    wire.text(2, corrected)
    for value in values { wire.bytes(3, value) }
    return wire.bytes
  }

  /// What the payloads of an import hold beside the kind and values, each by itself.
  static func membersOfImport(isNew: Bool) -> [[UInt8]] {
    var (name, mark) = (WireWriter(), WireWriter())
    name.text(2, imported)
    mark.varint(4, 1)
    return [name.bytes] + (isNew ? [mark.bytes] : [])
  }

  /// The name of such an event.
  package static let imported = "imported"

  /// The name of an event by which values come back.
  package static let corrected = "corrected"
}

extension AppliedEvent {
  /// What another program says happened, and to what kind of thing; nil of any other event.
  var custom: (kind: String, event: String)? {
    guard header.knownKind == .customRecorded else { return nil }
    return withPayload { payload in
      payload.content(2).map { event in
        let kind = payload.content(1) ?? 0..<0
        return (
          String(decoding: payload.array(kind), as: UTF8.self),
          String(decoding: payload.array(event), as: UTF8.self)
        )
      }
    } ?? nil
  }
}
