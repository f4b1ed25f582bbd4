/// One register of one row.
package struct RegisterName: Hashable, Sendable {
  /// The row.
  package let row: RowKey
  /// The register in it.
  package let field: FieldKey

  /// Names a register.
  package init(row: RowKey, field: FieldKey) {
    self.row = row
    self.field = field
  }
}
