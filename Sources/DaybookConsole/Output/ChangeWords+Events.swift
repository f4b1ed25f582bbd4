package import Daybook
import DaybookEvents

extension ChangeWords {
  /// What an event did; never nothing.
  package func lines(_ account: EventAccount) -> [StyledLine] {
    guard account.entry.isErased else { return told(account) }
    return [
      StyledLine(EventLines.words(account.entry.kind)),
      StyledLine("what it said was erased", .dim),
    ]
  }

  private func told(_ account: EventAccount) -> [StyledLine] {
    let second = VisibleText.line(account.secondLabel?.bytes ?? [])
    switch account.entry.header.knownKind {
    case .itemCaptured:
      return headed(
        named("captured", account), given(account.fields, without: [.title]))
    case .collectionCreated: return [StyledLine(named("made the collection", account))]
    case .deckCreated: return [StyledLine(named("made the deck", account))]
    case .cardAdded:
      return headed("added to deck \(second)", given(account.fields, without: []))
    case .noteAdded:
      return headed("added a note", given(account.fields, without: [.noteType]))
    case .noteTypeDefined: return headed("defined the type", given(account.fields, without: []))
    case .mediaAdded: return headed("added a file", given(account.fields, without: []))
    case .customRecorded: return custom(account)
    case .itemTagged: return [StyledLine("tagged #\(second)")]
    case .itemUntagged: return [StyledLine("took off #\(second)")]
    case .thingErased: return [StyledLine("erased all that was known of it")]
    case .reviewRetracted: return [StyledLine("undid an answer")]
    case .clockCorrected:
      guard let said = account.entry.correction else { return [StyledLine("corrected a clock")] }
      let name = VisibleText.line(said.name.bytes)
      let span = TimeSpan.text(said.minusMilliseconds)
      return [
        StyledLine(
          said.minusMilliseconds == 0
            ? "undid the correction of \(name)'s clock"
            : "corrected \(name)'s clock by \(span), from \(said.first) on")
      ]
    case .commandUndone:
      guard let undone = account.entry.undone else { return [StyledLine("undid something")] }
      let what =
        undone.merged.map { "a merge of \(Count.text(Int(clamping: $0), "event"))" }
        ?? (undone.isBatch ? "the import of \(undone.name)" : undone.name)
      return [
        StyledLine(undone.isRedo ? "redid what \(what) undid" : "undid \(what)")
      ]
    case .writesWithdrawn:
      return [StyledLine("let a decided conflict come back")]
        + account.fields.flatMap { self.lines($0) }
    case .reviewReinstated: return [StyledLine("let an answer count again")]
    case .reviewDated:
      return [StyledLine("counted answers for the days that another clock shows")]
    case .mediaRemoved: return [StyledLine("took a file's name away")]
    case nil: return [StyledLine("did what only a newer daybook can tell")]
    case let kind?:
      switch kind.step {
      case .made: return headed("added", given(account.fields, without: []))
      case .deleted: return [StyledLine("deleted")]
      case .restored: return [StyledLine("restored")]
      case .joined: return [StyledLine("joined into \(second)")]
      case nil:
        let lines = account.fields.flatMap { self.lines($0) }
        return lines.isEmpty ? [StyledLine(EventLines.words(account.entry.kind))] : lines
      }
    }
  }

  /// What another program says happened, and what it wrote.
  private func custom(_ account: EventAccount) -> [StyledLine] {
    let said = account.entry.custom
    let lines = account.fields.filter { $0.key.field == .customValue }
      .flatMap { self.lines($0) }
    return [
      StyledLine(
        VisibleText.line("\(said?.event ?? "recorded") (\(said?.kind ?? "another program"))"))
    ] + lines
  }

  /// A verb with what the thing was called, where that is not what it is called in the line above.
  private func named(_ verb: String, _ account: EventAccount) -> String {
    let change = account.fields.first { $0.key.field == .title || $0.key.field == .name }
    guard let change, change.new != .text(account.label) else { return verb }
    return "\(verb) \(quoted(change.new))"
  }

  /// A verb and what belongs to it, in one line where that is one.
  private func headed(_ verb: String, _ lines: [StyledLine]) -> [StyledLine] {
    guard lines.count == 1 else { return [StyledLine(verb)] + lines }
    return [StyledLine(verb + " ") + lines[0]]
  }
}
