/// Why nothing was done about a file that notes show. Nothing was written to the log.
public enum MediaError: Error, Equatable {
  /// The name is none of one file: empty, too long, or with a slash or a control character in it.
  case unusableName
  /// The file is longer than files may be.
  case tooLarge(limit: Int)
  /// The name stands for another file already.
  case nameTaken(String)
  /// No file has, or ever had, this name.
  case unknownName(String)
}
