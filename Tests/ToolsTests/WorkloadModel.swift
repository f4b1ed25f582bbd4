import Daybook
import Workload

/// A workload folded in the plainest way: the last line about something wins.
struct WorkloadModel {
  struct Item {
    var title = ""
    var body = ""
    var status: ItemStatus?
    var priority: ItemPriority?
    var tags: Set<String> = []
    var collection: String?
  }

  private(set) var items: [String: Item] = [:]
  private(set) var reviews: [String: Int] = [:]

  mutating func fold(_ event: WorkloadEvent) {
    switch event.action {
    case .capture(let title, let body):
      items[event.entity, default: Item()].title = title
      items[event.entity, default: Item()].body = body
    case .edit(let edit): fold(edit, into: &items[event.entity, default: Item()])
    case .tag(let name, let isOn):
      if isOn {
        items[event.entity, default: Item()].tags.insert(name)
      } else {
        items[event.entity, default: Item()].tags.remove(name)
      }
    case .move(let collection): items[event.entity, default: Item()].collection = collection
    case .review: reviews[event.entity, default: 0] += 1
    }
  }

  private func fold(_ edit: WorkloadEvent.Edit, into item: inout Item) {
    switch edit {
    case .title(let text): item.title = text
    case .body(let text): item.body = text
    case .status(.open), .status(.doing): item.status = .active
    case .status(.done): item.status = .done
    case .status(.dropped): item.status = .archived
    case .priority(let level): item.priority = [nil, .low, .normal, .high][level]
    case .due: break
    }
  }
}
