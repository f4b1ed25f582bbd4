import Daybook

func remember(in folder: String) throws -> String {
  let store = try Store.open(at: folder, options: StoreOptions(replicaName: "my program"))

  var note = ItemChange()
  note.title = "Ask Marta about the reprint"
  note.schedule = Schedule(due: CivilDate(year: 2026, month: 12, day: 24).map { .date($0) })
  let id = try store.capture(note, tags: ["study"])
  try store.finish([id])

  for item in try store.items(matching: "tag:study status:done", order: .ascending(.due)) {
    assert("\(item.title)" == "Ask Marta about the reprint" && item.completedAt != nil)
  }
  try store.createBundle(at: folder + "/for-the-phone.bundle")
  return try store.fingerprint()
}
