/// Finds YAML that a parser would follow too deep or for too long, before it tries.
///
/// Counts brackets and indicators whether or not they stand in quotes, so it may refuse odd text.
/// Closing brackets in quotes can hide depth from it; the parser itself stops at 1,000. Linear.
enum YAMLGuard {
  /// The offset where `range` exceeds the limits of ``FrontmatterDocument``.
  static func excess(in raw: [UInt8], _ range: Range<Int>) -> Int? {
    var depth = 0
    var aliases = 0
    var hasAnchor = false
    var isLineStart = true
    var indicators = 0
    var indentation = 0
    for offset in range {
      let byte = raw[offset]
      switch byte {
      // The last three end NEL, LS and PS, and many letters, which does no harm.
      case .newline, .carriageReturn, 0x85, 0xA8, 0xA9:
        isLineStart = true
        indicators = 0
        indentation = 0
        continue
      case .openBracket, .openBrace: depth += 1
      case .closeBracket, .closeBrace: depth = max(0, depth - 1)
      case .ampersand where startsToken(raw, offset, range): hasAnchor = true
      case .asterisk where startsToken(raw, offset, range): aliases += 1
      case .space where isLineStart: indentation += 1
      case .hyphen where isLineStart, .question where isLineStart, .colon where isLineStart:
        indicators += 1
      case .tab: break
      default: isLineStart = false
      }
      if depth > FrontmatterDocument.depthLimit || indicators > FrontmatterDocument.depthLimit
        || (isLineStart && indentation > FrontmatterDocument.depthLimit * 2)
        || (hasAnchor && aliases > FrontmatterDocument.aliasLimit)
      {
        return offset
      }
    }
    return nil
  }

  private static func startsToken(_ raw: [UInt8], _ offset: Int, _ range: Range<Int>) -> Bool {
    guard offset > range.lowerBound else { return true }
    let before = raw[offset - 1]
    // Beyond ASCII it may be the last byte of a line break.
    return before >= 0x80 || before.isBlank || before == .newline || before == .carriageReturn
      || before == .comma
      || before == .openBracket || before == .openBrace || before == .colon
  }
}
