package import Daybook
import DaybookLog
import LMDB

extension Store {
  /// The most bytes of a remote's name.
  private static let remoteNameLimit = 100

  /// The remotes that this store exchanges logs with, by name.
  package func remotes() throws -> [RemoteRecord] {
    try environment.read { transaction in
      var remotes: [RemoteRecord] = []
      let prefix = MetaKey.remotes
      try transaction.scan(tables.meta, from: prefix, below: prefix.after) { key, value in
        let name = String(decoding: key.array().dropFirst(prefix.count), as: UTF8.self)
        if let record = RemoteRecord(name, reading: value.array()) { remotes.append(record) }
        return .next
      }
      return remotes
    }
  }

  /// Remembers a remote. Nothing is exchanged yet.
  ///
  /// - Throws: ``RemoteListError``. Nothing is kept then.
  package func addRemote(_ name: String, at address: RemoteAddress) throws {
    guard !name.isEmpty, name.utf8.count <= Self.remoteNameLimit,
      name.unicodeScalars.allSatisfy({ $0.value > 32 && $0.value != 127 && $0 != "/" }),
      !name.hasPrefix("-")
    else { throw RemoteListError.invalidName(name) }
    try changeRemotes { remotes in
      if let known = remotes.first(where: { $0.name == name }) {
        throw RemoteListError.nameTaken(name, known.address)
      }
      return RemoteRecord(name: name, address: address)
    }
  }

  /// Forgets a remote. What it holds stays there.
  ///
  /// - Throws: ``RemoteListError/unknownName(_:known:)``.
  package func removeRemote(_ name: String) throws {
    _ = try remotes(named: [name])
    try environment.write { transaction in
      try StoreFormat.checkWritable(tables, transaction.reading)
      _ = try transaction.delete(MetaKey.remote(name), in: tables.meta)
    }
  }

  /// The remotes of some names; all where none is named.
  ///
  /// - Throws: ``RemoteListError/unknownName(_:known:)``.
  package func remotes(named names: [String]) throws -> [RemoteRecord] {
    let all = try remotes()
    let known = all.map(\.name)
    if let unknown = names.first(where: { !known.contains($0) }) {
      throw RemoteListError.unknownName(unknown, known: known)
    }
    return names.isEmpty ? all : all.filter { names.contains($0.name) }
  }

  /// Keeps how an exchange with a remote went; nothing where it is none any more.
  package func keep(_ record: RemoteRecord) throws {
    try changeRemotes { remotes in
      remotes.contains { $0.name == record.name && $0.address == record.address } ? record : nil
    }
  }

  private func changeRemotes(_ change: ([RemoteRecord]) throws -> RemoteRecord?) throws {
    guard let record = try change(remotes()) else { return }
    try environment.write { transaction in
      try StoreFormat.checkWritable(tables, transaction.reading)
      try transaction.put(MetaKey.remote(record.name), record.encoded, in: tables.meta)
    }
  }
}

/// Why the list of remotes cannot be changed so. Nothing was changed.
package enum RemoteListError: Error, Equatable, Sendable {
  /// A name that cannot be typed again as one word.
  case invalidName(String)
  /// There is a remote of that name, at that address.
  case nameTaken(String, RemoteAddress)
  /// There is none of that name.
  case unknownName(String, known: [String])
  /// Where it is said to be cannot be read.
  case unreadableAddress(String)
}
