import DaybookSystem
import LMDB

/// A store that is being repaired: nobody else uses it while this is kept.
package struct StoreUnderRepair {
  private let path: String
  private let use: ExclusiveUse

  /// Keeps the store in a directory for this process alone.
  ///
  /// - Throws: ``StoreFailure/busy(process:)`` while somebody has it open.
  package init(at path: String) throws {
    self.path = path
    use = try StoreFailure.naming { try ExclusiveUse(ofStoreAt: path) }
  }

  /// Puts the store that was made of what can be read in the place of the damaged one, whose file
  /// is kept. At every moment one of the two is there.
  ///
  /// - Parameter time: what tells the kept file from others, such as the time.
  /// - Returns: the kept file.
  package func adopt(namingOldBy time: String) throws -> String {
    let folder = Store.salvageFolder(of: path)
    var kept = "\(path)/data-before-repair-\(time).mdb"
    var number = 2
    while FileSystem.exists(kept) {
      kept = "\(path)/data-before-repair-\(time)-\(number).mdb"
      number += 1
    }
    try FileSystem.replace(
      path + "/data.mdb", with: folder + "/data.mdb", keepingOldAs: kept)
    discard()
    return kept
  }

  /// Throws away what was made.
  package func discard() {
    // It lies beside the store and harms nobody; the next repair removes it, too.
    try? FileSystem.removeRecursively(Store.salvageFolder(of: path))
  }
}
