import Daybook
import DaybookConsole
import Testing

/// What people are told of every error there is.
struct ExplanationTests {
  @Test func `every error is told in three sentences, and ends with its status`() throws {
    for error in ErrorSamples.speaking.flatMap(\.self) as [any Error] + ErrorSamples.silent {
      let (told, status) = try #require(CommandFailure.explained(error), "\(error)")
      for sentence in [told.whatHappened, told.dataSafety, told.nextStep] {
        #expect(
          sentence.count > 5 && sentence.hasSuffix(".") || sentence.hasSuffix("?"), "\(error)")
      }
      #expect(told.whatHappened != told.nextStep, "\(error)")
      #expect(status != .done, "\(error)")
    }
  }

  @Test func `errors of one type are told apart`() {
    for errors in ErrorSamples.speaking {
      let words = errors.map(\.explanation.whatHappened)
      for (index, said) in words.enumerated() {
        let first = words.firstIndex(of: said)
        #expect(first == index, "\(errors[index]) is told like \(errors[first ?? index])")
      }
    }
  }

  @Test func `an error that nobody knows is not explained away`() {
    struct Surprise: Error {}
    #expect(CommandFailure.explained(Surprise()) == nil)
  }
}
