extension TimeParser {
  /// A time counted from now: `-3d`, `3d`, `2h ago`, `in 2 weeks`, `an hour ago`, `next month`.
  ///
  /// - Returns: Nil, with nothing read, if the next words are none.
  func offset(_ tokens: inout TimeTokens) throws(TimeParseError) -> TimeValue? {
    let position = tokens.position
    if let step = neighbour(&tokens) {
      return try moved(by: step.sign, step.unit, position)
    }
    let isComing = tokens.take("in")
    guard let amount = try amount(&tokens) else {
      if isComing { throw TimeParseError(.incomplete, at: tokens.position) }
      return nil
    }
    let ownSign = amount.sign ?? (isComing ? 1 : nil)
    let agoPosition = tokens.position
    let isAgo = tokens.take("ago")
    if isAgo && ownSign != nil { throw TimeParseError(.unexpectedWord, at: agoPosition) }
    let sign = ownSign ?? (isAgo || direction == .past ? -1 : 1)
    return try moved(by: sign * amount.number, amount.unit, position)
  }

  private struct Amount {
    let sign: Int?
    let number: Int
    let unit: TimeUnit
  }

  /// `3d`, `-3d`, `3 days`, `a day`.
  private func amount(_ tokens: inout TimeTokens) throws(TimeParseError) -> Amount? {
    guard let token = tokens.next else { return nil }
    if token.text == "a" || token.text == "an" {
      guard let unit = tokens.second.flatMap({ TimeUnit($0.text) }) else { return nil }
      tokens.skip(2)
      return Amount(sign: nil, number: 1, unit: unit)
    }
    guard let word = try NumberedWord(token) else { return nil }
    let isSeparate = word.suffix.isEmpty
    let unitWord = isSeparate ? tokens.second?.text : word.suffix
    guard let unitWord else {
      if word.sign != nil { throw TimeParseError(.incomplete, at: token.position) }
      return nil
    }
    if unitWord == "m" { throw TimeParseError(.ambiguousUnit, at: token.position) }
    guard let unit = TimeUnit(unitWord) else { return nil }
    tokens.skip(isSeparate ? 2 : 1)
    return Amount(sign: word.sign, number: word.number, unit: unit)
  }

  /// `next week`, `last year`.
  private func neighbour(_ tokens: inout TimeTokens) -> (sign: Int, unit: TimeUnit)? {
    guard let word = tokens.next?.text, word == "next" || word == "last",
      let unit = tokens.second.flatMap({ TimeUnit($0.text) })
    else { return nil }
    tokens.skip(2)
    return (word == "next" ? 1 : -1, unit)
  }

  private func moved(
    by count: Int, _ unit: TimeUnit, _ position: Int
  ) throws(TimeParseError) -> TimeValue {
    let date: CivilDate?
    switch unit {
    case .second: return try instant(count, of: 1000, position)
    case .minute: return try instant(count, of: 60_000, position)
    case .hour: return try instant(count, of: 3_600_000, position)
    case .day: date = today.adding(days: count)
    case .week: date = today.adding(days: 7 * count)
    case .month: date = today.adding(months: count)
    case .year: date = today.adding(months: 12 * count)
    }
    guard let date else { throw TimeParseError(.outOfRange, at: position) }
    return .date(date)
  }

  private func instant(
    _ count: Int, of milliseconds: Int64, _ position: Int
  ) throws(TimeParseError) -> TimeValue {
    let (sum, overflow) = now.addingReportingOverflow(Int64(count) * milliseconds)
    // The years 0...9999 in UTC.
    guard !overflow, (-62_167_219_200_000...253_402_300_799_999).contains(sum) else {
      throw TimeParseError(.outOfRange, at: position)
    }
    return .instant(milliseconds: sum)
  }
}
