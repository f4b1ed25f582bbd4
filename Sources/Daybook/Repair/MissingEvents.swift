import DaybookLog

/// What other copies have of what one damaged store lacks.
package struct MissingEvents {
  private let path: String
  private let stock: CommandStock
  /// Copies that are of no use, and why.
  package let failures: [(path: String, error: any Error)]

  /// Finds out what is missing, and gathers it.
  ///
  /// - Parameters:
  ///   - path: the folder of the damaged store.
  ///   - sources: other stores' folders, bundles, backups.
  ///   - executable: the program that reads other stores' folders.
  package init(
    missingIn path: String, from sources: [String], through executable: String
  ) throws {
    self.path = path
    (stock, failures) = try StoreFailure.namingFiles {
      guard !sources.isEmpty else { return (CommandStock(wanted: []), []) }
      let found = try FileExamination(storeAt: path)
      return try RepairSource.gather(
        found.missing, from: sources, unpackingIn: path + "/repairing-source",
        through: executable)
    }
  }

  /// Puts it back in place.
  ///
  /// - Returns: how many events are there again.
  package func putBack(into store: Store) throws -> Int {
    let report = try store.putBack(stock)
    return report.receipt.mendedEvents + report.appliedEvents
  }

  /// Makes the store anew, as ``Store/salvage(at:_:from:acceptsLoss:)``.
  package func salvage(_ options: StoreOptions, acceptsLoss: Bool) throws -> SalvageReport {
    try Store.salvage(at: path, options, from: stock, acceptsLoss: acceptsLoss)
  }
}
