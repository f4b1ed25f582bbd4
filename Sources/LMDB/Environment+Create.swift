extension Environment {
  /// Makes a store at a path where nothing is, or an empty directory: whole or not at all.
  ///
  /// It is made beside `path` in `<path>.tmp-<process>`, `prepare` is run in it and committed,
  /// and it is renamed into place. The directory is for its owner only (0700), as are its files.
  ///
  /// - Throws: `alreadyExists`, also if something came to be at `path` meanwhile;
  ///   `networkFileSystem`; `notFound` without a parent directory; `diskFull`; what `prepare`
  ///   throws. Nothing is left behind then.
  package static func create(
    at path: String, options: Options, prepare: (inout WriteTransaction) throws -> Void
  ) throws {
    let target = NewDirectory(path, operation: .create)
    guard !FileSystemType.isNetwork(target.parent, options: options) else {
      throw LMDBError(operation: .create, kind: .networkFileSystem)
    }
    var options = options
    options.isReadOnly = false
    try target.make { [options] directory in
      let environment = try open(at: directory, options: options, mapSize: options.mapSize)
      try environment.write(prepare)
    }
  }
}
