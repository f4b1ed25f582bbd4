// swift-tools-version: 6.2
import PackageDescription

// A program of its own with a daybook inside. Elsewhere the path would be the repository's address.
// Without traits nothing is fetched that only Daybook's own commands need.
let package = Package(
  name: "reading-list",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "daybook", path: "../../..", traits: [])],
  targets: [
    .executableTarget(
      name: "ReadingList", dependencies: [.product(name: "Daybook", package: "daybook")])
  ])
