import DaybookLog

extension Store {
  /// Writes everything this store holds into a file, for another machine to merge. The file
  /// appears whole or not at all. What is damaged here, and what cannot be sent without that, is
  /// not in it: ``verify(includesMedia:)`` tells.
  ///
  /// - Returns: how many events it holds.
  /// - Throws: ``StoreFailure``.
  @discardableResult
  public func createBundle(at path: String) throws -> Int {
    try StoreFailure.namingFiles { try createBundle(at: path) { _ in } }
  }

  /// Everything this store holds, in the bytes of a bundle file. They are all in memory: for a
  /// large store ``createBundle(at:)`` is the better way.
  public func bundle() throws -> [UInt8] {
    try StoreFailure.naming {
      var bytes: [UInt8] = []
      _ = try createBundle(at: "-") { bytes += $0 }
      return bytes
    }
  }

  /// Takes over what a bundle holds and this store lacks. Safe to repeat and to interrupt: what
  /// was taken is kept, in whole commands, and the next call goes on from there.
  ///
  /// - Parameters:
  ///   - path: the bundle; `-` is standard input.
  ///   - isDryRun: nothing is kept; the report says what would be.
  /// - Throws: ``StoreFailure``: when the file cannot be read at all, or this store not written.
  ///   A bundle of which a part is damaged does not throw; see ``MergeReport/problems``.
  @discardableResult
  public func mergeBundle(at path: String, isDryRun: Bool = false) throws -> MergeReport {
    try StoreFailure.namingFiles {
      try merge(bundleAt: path, isDryRun: isDryRun)
    }
  }

  /// The same with the bytes of a bundle.
  @discardableResult
  public func merge(bundle bytes: [UInt8], isDryRun: Bool = false) throws -> MergeReport {
    try StoreFailure.naming {
      try merge(Bundle.Reader(MemorySource(bytes)), from: "-", isDryRun: isDryRun)
    }
  }
}
