/// Why frontmatter was not edited. It is then as it was before.
package enum FrontmatterEditProblem: Error, Equatable, Sendable {
  /// The note has frontmatter that cannot be read; new frontmatter would hide it.
  case unreadable(VaultProblem)
  /// A nested value, or a number, bool or date that is none.
  case unwritableValue
  /// A key that is empty or takes more than one line.
  case unwritableKey
  /// A tag that is empty, or has white space around it or a control character in it.
  case unwritableTag
  /// The YAML is written in a way that lines cannot be exchanged without touching others, such
  /// as all in braces, or with a value that another refers to.
  case unsupportedLayout
}
