public import DaybookEvents
package import DaybookScheduler
public import DaybookText

/// A card that was due at one time and is due at another.
public struct MovedDueDate: Equatable, Sendable {
  /// The card.
  public let card: EntityID
  /// When it was due; nil when it was new.
  public let from: TimeValue?
  /// When it is due; nil when it is new again.
  public let to: TimeValue?

  init(_ card: EntityID, from: CardSchedule.Due?, to: CardSchedule.Due?) {
    self.init(card: card, from: from?.value, to: to?.value)
  }

  init(card: EntityID, from: TimeValue?, to: TimeValue?) {
    (self.card, self.from, self.to) = (card, from, to)
  }
}

extension CardSchedule.Due {
  /// A date for a study day, else the moment.
  package var value: TimeValue {
    switch self {
    case .instant(let milliseconds): .instant(milliseconds: milliseconds)
    case .studyDay(let day): .date(CivilDate(clampingDaysSince1970: day))
    }
  }
}
