import DaybookInterchange
import DaybookSystem

/// The file in a folder of notes that says which vault it is.
struct VaultMarkFile {
  /// The vault that it names, as far as it was read and names one.
  let vault: String?
  /// Why it counts as none, where it is there.
  let problem: String?
  /// Whether the vault may be written into it: it is not there, or names nothing.
  let isFree: Bool
  private let path: String

  /// Looks at a folder.
  ///
  /// - Parameter isNamed: whether the person says which vault it is: then the file is left alone.
  init(in folder: String, isNamed: Bool) {
    path = folder + "/" + VaultMark.fileName
    let isThere = FileSystem.exists(path)
    guard isThere, !isNamed else {
      (vault, problem, isFree) = (nil, nil, !isThere)
      return
    }
    do throws(SystemError) {
      vault = VaultMark.vault(in: try FileSystem.readFile(path, limit: VaultMark.byteLimit))
      problem = vault == nil ? "names no vault, so it counts for nothing" : nil
      isFree = vault == nil
    } catch {
      // It may be somebody else's.
      (vault, problem, isFree) = (nil, "can't be read, so it counts for nothing", false)
    }
  }

  /// Says which vault the folder is from now on. Whoever shares the folder may read it.
  func write(_ vault: String) throws(SystemError) {
    try FileSystem.writeFileAtomically(
      path, VaultMark.bytes(of: vault), permissions: FileSystem.sharedFile)
  }
}
