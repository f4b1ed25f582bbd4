package import DaybookEvents
import DaybookText

/// A file that notes show: kept beside the log under a digest of its content.
public struct MediaFile: Hashable, Sendable {
  /// The name that fields of notes call it by.
  public let name: String
  /// SHA-256 of its content, 32 bytes: the name it is kept under.
  public let digest: [UInt8]
  /// How long it is, in bytes.
  public let byteCount: UInt64

  /// Describes a file.
  public init(name: String, digest: [UInt8], byteCount: UInt64) {
    self.name = name
    self.digest = digest
    self.byteCount = byteCount
  }

  /// What the name is called in the log: the same on all machines.
  package static func id(_ name: String) -> EntityID {
    EntityID(name: "media", CanonicalForm.composed(name))
  }

  /// The digest in 64 hexadecimal digits.
  public var digits: String { Hexadecimal.digits(digest) }

  /// The payload of `mediaAdded`, and the value of its register.
  package var encoded: [UInt8] {
    var wire = WireWriter()
    wire.text(1, name)
    wire.bytes(2, digest)
    wire.varint(3, byteCount)
    return wire.bytes
  }

  /// Reads a payload or a register's value; nil for another shape, and for a name that could lead
  /// out of the folder that files are taken out to.
  package init?(reading bytes: [UInt8]) {
    // Another shape names no file.
    guard let payload = try? Payload(bytes),
      let name = payload.bytes(1).flatMap({ String(validating: $0, as: UTF8.self) }),
      let digest = payload.bytes(2), digest.count == MediaFolder.digestLength,
      Self.isName(name)
    else { return nil }
    self.init(name: name, digest: digest, byteCount: payload.number(3) ?? 0)
  }

  /// The longest name, in bytes: what the usual file systems allow.
  static let nameByteLimit = 255

  /// Whether a text can name a file: one component of a path, and nothing a terminal obeys.
  package static func isName(_ text: String) -> Bool {
    let isPlain = text.utf8.allSatisfy { byte in
      byte >= 0x20 && byte != 0x7F && byte != UInt8(ascii: "/") && byte != UInt8(ascii: "\\")
    }
    return isPlain && !text.isEmpty && text != "." && text != ".."
      && text.utf8.count <= nameByteLimit
  }
}
