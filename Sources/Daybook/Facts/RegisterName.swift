/// One register of one row.
package struct RegisterName: Hashable, Sendable {
  package let row: RowKey
  package let field: FieldKey

  /// Names a register.
  package init(row: RowKey, field: FieldKey) {
    self.row = row
    self.field = field
  }
}
