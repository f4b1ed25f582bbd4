extension Pages {
  /// What no command says of itself: variables, files, exit statuses.
  static func surroundings(_ page: inout Roff) {
    page.section("Environment")
    for (name, words) in variables { page.item(Roff.bold(name), words) }
    page.section("Files")
    page.item(
      Roff.italic("~/.local/share/daybook"),
      "The store, unless --store or a variable says otherwise. Only you can read it; it is not "
        + "encrypted.")
    page.section("Exit status")
    for (status, words) in statuses { page.item(Roff.bold(status), words) }
  }

  private static let variables = [
    ("DAYBOOK_STORE", "The folder of the store, where --store is not given."),
    ("XDG_DATA_HOME", "Where data of programs lies: the store is its folder daybook."),
    ("EDITOR, VISUAL", "What daybook edit opens."),
    ("NO_COLOR", "Where it is set, nothing is printed in colours."),
  ]

  private static let statuses = [
    ("0", "Done; an empty list is also done."),
    ("1", "It did not work; standard error says what happened and what to do."),
    ("2", "An id that names nothing, or a search without a hit."),
    ("3", "The merge worked and brought new conflicts."),
    ("64", "The command line could not be understood."),
    ("65", "Input that cannot be read as what it should be."),
    ("66", "A file that is not there."),
    ("73", "A file or store that cannot be created."),
    ("74", "Reading or writing failed."),
    ("75", "Something is in the way now and may not be later."),
    ("77", "Permission or consent is missing."),
    ("130", "It was interrupted."),
  ]
}
