import DaybookLog

/// Which Daybook this is.
public enum Release {
  /// The version of the program and the library.
  public static let version = "0.1.0"
  /// The format of the stores it writes. Older formats are read and brought up to date; newer
  /// ones are only read.
  public static var storeFormat: UInt64 { StoreFormat.current }
}
