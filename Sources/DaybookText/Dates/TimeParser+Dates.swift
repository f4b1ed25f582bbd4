extension TimeParser {
  /// A day in one word: `today`, `eom`, `2026-11-21`.
  ///
  /// - Returns: Nil, with nothing read, if the next word is none.
  func fixedDay(_ tokens: inout TimeTokens) throws(TimeParseError) -> CivilDate? {
    guard let token = tokens.next else { return nil }
    var date = try namedDay(token)
    if date == nil { date = try isoDate(token) }
    if date != nil { tokens.skip() }
    return date
  }

  /// A day that comes again and again: `mon`, `next friday`, `1st`, `dec 5`.
  ///
  /// - Returns: Nil, with nothing read, if the next words are none.
  func recurringDay(_ tokens: inout TimeTokens) throws(TimeParseError) -> CivilDate? {
    if let date = try weekday(&tokens) { return date }
    return try dayOfMonth(&tokens)
  }

  private func namedDay(_ token: TimeTokens.Token) throws(TimeParseError) -> CivilDate? {
    let day: CivilDate? =
      switch token.text {
      case "today", "eod": today
      case "yesterday": today.adding(days: -1)
      case "tomorrow": today.adding(days: 1)
      case "eow": today.adding(days: (today.weekday.days(until: weekStart) + 6) % 7)
      case "eom": today.endOfMonth
      case "eoy": CivilDate(year: today.year, month: 12, day: 31)
      default: nil
      }
    if day == nil && ["yesterday", "tomorrow", "eow"].contains(token.text) {
      throw TimeParseError(.outOfRange, at: token.position)
    }
    return day
  }

  private func isoDate(_ token: TimeTokens.Token) throws(TimeParseError) -> CivilDate? {
    do {
      guard case .date(let date)? = try ISOTime.parse(token.text, clock: clock) else { return nil }
      return date
    } catch {
      throw TimeParseError(error.problem, at: token.position + error.position)
    }
  }

  /// `friday`, `on friday`, `next friday`, `last mon`: the nearest one that is not today.
  private func weekday(_ tokens: inout TimeTokens) throws(TimeParseError) -> CivilDate? {
    let position = tokens.position
    var way = direction
    let hasPrefix = tokens.take("next") || tokens.take("last") || tokens.take("on")
    if hasPrefix {
      let word = tokens.previous
      if word == "next" { way = .coming }
      if word == "last" { way = .past }
    }
    guard let token = tokens.next, let weekday = CalendarNames.weekday(token.text) else {
      if hasPrefix {
        throw TimeParseError(tokens.isAtEnd ? .incomplete : .unknownWord, at: tokens.position)
      }
      return nil
    }
    tokens.skip()
    let ahead = today.weekday.days(until: weekday)
    let distance = way == .coming ? (ahead == 0 ? 7 : ahead) : ahead - 7
    guard let date = today.adding(days: distance) else {
      throw TimeParseError(.outOfRange, at: position)
    }
    return date
  }

  /// `1st`, `dec 5`, `5 dec`, `5 dec 2026`: without a year the nearest one, today included.
  private func dayOfMonth(_ tokens: inout TimeTokens) throws(TimeParseError) -> CivilDate? {
    guard let first = tokens.next else { return nil }
    if let month = CalendarNames.month(first.text) {
      guard let second = tokens.second else {
        throw TimeParseError(.incomplete, at: first.position)
      }
      guard let day = try ordinal(second) else {
        throw TimeParseError(.unexpectedWord, at: second.position)
      }
      tokens.skip(2)
      return try date(day.number, month, year(&tokens), first.position)
    }
    guard let day = try ordinal(first) else { return nil }
    if let month = tokens.second.flatMap({ CalendarNames.month($0.text) }) {
      tokens.skip(2)
      return try date(day.number, month, year(&tokens), first.position)
    }
    guard !day.suffix.isEmpty else { return nil }
    tokens.skip()
    return try date(day.number, nil, nil, first.position)
  }

  private func ordinal(_ token: TimeTokens.Token) throws(TimeParseError) -> NumberedWord? {
    guard let word = try NumberedWord(token), word.sign == nil,
      ["", "st", "nd", "rd", "th"].contains(word.suffix)
    else { return nil }
    return word
  }

  /// Four digits.
  private func year(_ tokens: inout TimeTokens) -> Int? {
    guard let token = tokens.next, token.text.utf8.count == 4 else { return nil }
    var scanner = DigitScanner(token.text.utf8)
    guard let year = scanner.number(digits: 4) else { return nil }
    tokens.skip()
    return year
  }

  private func date(
    _ day: Int, _ month: Int?, _ year: Int?, _ position: Int
  ) throws(TimeParseError) -> CivilDate {
    if let year, let month {
      guard let date = CivilDate(year: year, month: month, day: day) else {
        throw TimeParseError(.invalidDate, at: position)
      }
      return date
    }
    // February 29 is at most 8 years off, across 1900 or 2100.
    let start = today.year * 12 + today.month - 1
    for distance in 0...96 {
      let index = direction == .coming ? start + distance : start - distance
      guard index >= 0, month == nil || index % 12 + 1 == month,
        let date = CivilDate(year: index / 12, month: index % 12 + 1, day: day)
      else { continue }
      if direction == .coming ? date >= today : date <= today { return date }
    }
    throw TimeParseError(.invalidDate, at: position)
  }
}
