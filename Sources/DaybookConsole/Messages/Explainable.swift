package import Daybook

/// An error that knows how to tell a person about itself.
package protocol Explainable: Error {
  /// What happened, whether data is safe, what to do.
  var explanation: Explanation { get }
  /// How the command ends because of it.
  var exitStatus: ExitStatus { get }
}
