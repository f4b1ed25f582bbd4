import DaybookSystem
import LMDB

/// What can be told of a store without opening it: whatever state its file is in, asking for this
/// does no harm.
package struct StorePlace: Equatable, Sendable {
  /// The directory.
  package let path: String
  /// Whether a data file is there.
  package let exists: Bool
  /// The length of the data file, in bytes.
  package let fileBytes: Int?
  /// Who may do what with the directory, as for `chmod`.
  package let permissions: UInt16?
  /// Whether anybody but the owner may read the directory and a file in it.
  package let isOpenToOthers: Bool
  /// Whether the file is there that notes the last event written here.
  package let hasWitness: Bool
  /// What the file system of the volume is called.
  package let fileSystem: String?
  /// Whether the volume is one where a store cannot be kept safely.
  package let isNetwork: Bool
  /// Bytes that can still be written on the volume.
  package let freeBytes: UInt64?

  /// Looks at a directory.
  package init(_ path: String) {
    self.path = path
    let file = path + "/data.mdb"
    exists = FileSystem.exists(file)
    // What cannot be asked about is shown as not known.
    fileBytes = try? FileSystem.size(file)
    permissions = try? FileSystem.permissions(path)  // as above
    let filePermissions = try? FileSystem.permissions(file)  // as above
    isOpenToOthers = (permissions ?? 0) & 0o077 != 0 && (filePermissions ?? 0) & 0o077 != 0
    hasWitness = FileSystem.exists(path + "/witness")
    var place = path
    while !FileSystem.exists(place), FileSystem.parent(of: place) != place {
      place = FileSystem.parent(of: place)
    }
    let volume = Volume(holding: place)
    fileSystem = volume?.fileSystem
    isNetwork = volume?.isNetwork ?? false
    freeBytes = volume?.freeBytes
  }
}
