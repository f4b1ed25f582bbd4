import DaybookEvents
import DaybookLog
package import LMDB
package import DaybookText

extension Store {
  /// All settings, as they stand or stood.
  ///
  /// - Parameter time: a moment in the past; nil for now.
  public func settings(at time: PastTime? = nil) throws -> [Setting] {
    try SettingName.allCases.map { try setting($0, at: time) }
  }

  /// One setting, as it stands or stood. What holds on this machine alone has no past.
  ///
  /// - Parameters:
  ///   - name: which.
  ///   - time: a moment in the past; nil for now.
  public func setting(_ name: SettingName, at time: PastTime? = nil) throws -> Setting {
    let found = try read(at: time) { moment, transaction in
      switch name {
      case .replicaName:
        String(decoding: try StoreIdentity(tables, transaction).name, as: UTF8.self)
      case .editor:
        try transaction.bytes(in: tables.meta, for: MetaKey.setting(name.rawValue))
          .map { String(decoding: $0, as: UTF8.self) }
      case .rolloverHour, .weekStart: try moment.setting(name, transaction)
      }
    }
    return Setting(name: name, value: found ?? standard(name), isSet: found != nil)
  }

  /// Sets something: for all machines or for this one, as ``SettingName/isShared`` says.
  ///
  /// - Returns: whether anything was written.
  /// - Throws: ``SettingError`` when it cannot be that.
  @discardableResult
  public func set(_ name: SettingName, to text: String) throws -> Bool {
    try put(name, try name.canonical(text))
  }

  /// Goes back to the default. A replica's name cannot be given up, only changed.
  ///
  /// - Returns: whether anything was written.
  /// - Throws: ``SettingError`` for the replica's name.
  @discardableResult
  public func unset(_ name: SettingName) throws -> Bool {
    guard name != .replicaName else { throw SettingError(name: name) }
    return try put(name, nil)
  }

  /// What holds where nothing was set.
  private func standard(_ name: SettingName) -> String? {
    switch name {
    case .rolloverHour: "\(options.rolloverHour)"
    case .weekStart: CalendarNames.weekdays[0]
    case .editor, .replicaName: nil
    }
  }

  private func put(_ name: SettingName, _ value: String?) throws -> Bool {
    switch name {
    case .rolloverHour, .weekStart:
      return try write { moment, transaction in
        guard try moment.setting(name, transaction) != value else { return [] }
        let setting = SettingValue(name: name.rawValue, value: value ?? "")
        return [EventDraft(.settingChanged, setting.entity, payload: setting.encoded)]
      } != nil
    case .editor: return try putHere(name, value)
    case .replicaName: return try rename(value ?? "")
    }
  }

  /// Sets something for this machine alone, beside the log.
  private func putHere(_ name: SettingName, _ value: String?) throws -> Bool {
    try environment.write { transaction in
      try StoreFormat.checkWritable(tables, transaction.reading)
      let key = MetaKey.setting(name.rawValue)
      let bytes = value.map { Array($0.utf8) }
      guard try transaction.reading.bytes(in: tables.meta, for: key) != bytes else { return false }
      if let bytes {
        try transaction.put(key, bytes, in: tables.meta)
      } else {
        _ = try transaction.delete(key, in: tables.meta)
      }
      return true
    }
  }

  /// Gives this replica another name. Others hear it with the next thing it writes.
  private func rename(_ name: String) throws -> Bool {
    try environment.write { transaction in
      var identity = try StoreIdentity(tables, transaction.reading)
      guard identity.name != Array(name.utf8) else { return false }
      identity.name = Array(name.utf8)
      var writer = try LogWriter(tables, transaction.reading)
      writer.rename(identity)
      try writer.finish(&transaction)
      try identity.store(tables, &transaction)
      return true
    }
  }
}

extension Moment {
  /// What was set for all machines; nil where nothing was, or what this program cannot use.
  package func setting(
    _ name: SettingName, _ transaction: borrowing ReadTransaction
  ) throws -> String? {
    let entity = SettingValue(name: name.rawValue, value: "").entity
    let record = try catalog.record(RowKey(.setting, entity), transaction)
    guard let setting = record.value(.setting).flatMap(SettingValue.init(reading:)) else {
      return nil
    }
    // Another program may have written what this one does not know: the default holds then.
    return try? name.canonical(setting.value)
  }

  /// The hour at which the person's study day begins.
  package func rolloverHour(
    orElse standard: Int, _ transaction: borrowing ReadTransaction
  ) throws -> Int {
    try setting(.rolloverHour, transaction).flatMap { Int($0) } ?? standard
  }

  /// The day on which the person's week begins.
  func weekStart(_ transaction: borrowing ReadTransaction) throws -> Weekday {
    try setting(.weekStart, transaction).flatMap { CalendarNames.weekday($0) } ?? .monday
  }
}

extension Store {
  /// The day on which the person's week begins.
  package func weekStart() throws -> Weekday { try read { try $0.weekStart($1) } }
}
