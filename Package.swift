// swift-tools-version: 6.2
import PackageDescription

/// One list for every target: Swift 6 mode, unsafe code visible, no warning left standing.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// Tests that drive the programs gain nothing from being optimised: so they compile in half the
// time, file by file on all cores. What they drive is built as released.
let unoptimized =
  strict + [
    .unsafeFlags(["-Onone", "-no-whole-module-optimization"], .when(configuration: .release))
  ]

let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")

// What only the commands need: whoever embeds the library says `traits: []` and fetches none of it.
let commands = "Commands"
let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: [commands]))
let yams = Target.Dependency.product(
  name: "Yams", package: "Yams", condition: .when(traits: [commands]))
let grdb = Target.Dependency.product(
  name: "GRDB", package: "GRDB.swift", condition: .when(traits: [commands]))

let package = Package(
  name: "daybook",
  platforms: [.macOS(.v26)],
  products: [
    .library(name: "Daybook", targets: ["Daybook"]),
    .executable(name: "daybook", targets: ["DaybookCommand"]),
    .executable(name: "daybook-interchange", targets: ["DaybookInterchangeCommand"]),
  ],
  traits: [
    .trait(name: commands, description: "The programs daybook and daybook-interchange."),
    .default(enabledTraits: [commands]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CLMDB", pkgConfig: "lmdb",
      providers: [.apt(["liblmdb-dev"]), .brew(["lmdb"])]),
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
      name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .target(name: "LMDB", dependencies: ["CLMDB"], swiftSettings: strict),
    .systemLibrary(name: "CSystem"),
    .target(name: "DaybookSystem", dependencies: ["CSystem"], swiftSettings: strict),
    .target(name: "DaybookEvents", dependencies: [crypto], swiftSettings: strict),
    .target(
      name: "DaybookMigrations", dependencies: ["DaybookEvents"], path: "migrations",
      exclude: ["golden"], swiftSettings: strict),
    .target(
      name: "DaybookLog",
      dependencies: ["LMDB", "DaybookSystem", "DaybookEvents", "DaybookMigrations"],
      swiftSettings: strict),
    .target(name: "DaybookScheduler", swiftSettings: strict),
    .target(name: "DaybookText", swiftSettings: strict),
    .target(
      name: "Daybook",
      dependencies: [
        "LMDB", "DaybookSystem", "DaybookEvents", "DaybookMigrations", "DaybookLog",
        "DaybookScheduler", "DaybookText",
      ],
      swiftSettings: strict),
    .target(name: "DaybookCompression", dependencies: ["CZlib", "CZstd"], swiftSettings: strict),
    .target(name: "DaybookSQLite", dependencies: ["CSQLite", grdb], swiftSettings: strict),
    .target(
      name: "DaybookInterchange",
      dependencies: [
        "Daybook", "DaybookSystem", "DaybookEvents", "DaybookCompression", "DaybookSQLite", crypto,
        grdb, yams,
      ],
      swiftSettings: strict),
    .target(
      name: "DaybookSync",
      dependencies: ["Daybook", "DaybookSystem", "DaybookEvents", "DaybookLog", "LMDB"],
      swiftSettings: strict),
    .target(
      name: "DaybookConsole",
      dependencies: ["DaybookSync", "Daybook", "DaybookSystem", "DaybookEvents", argumentParser],
      swiftSettings: strict),
    .executableTarget(
      name: "DaybookCommand",
      dependencies: [
        "DaybookConsole", "DaybookSync", "Daybook", "DaybookSystem", "DaybookEvents",
        argumentParser,
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "DaybookInterchangeCommand",
      dependencies: [
        "DaybookConsole", "DaybookInterchange", "DaybookCompression", "DaybookSQLite", "Daybook",
        "DaybookSystem", "DaybookEvents", argumentParser,
      ],
      swiftSettings: strict),
    .target(
      name: "Workload",
      dependencies: ["Daybook", "DaybookLog", "DaybookEvents", "DaybookScheduler", "LMDB"],
      path: "tools/Sources/Workload", swiftSettings: strict),
    .executableTarget(
      name: "LoadWorkload",
      dependencies: [
        "Workload", "Daybook", "DaybookInterchange", "DaybookSystem", argumentParser,
      ],
      path: "tools/Sources/LoadWorkload", swiftSettings: strict),
    .executableTarget(
      name: "FlipBits", dependencies: ["Daybook", "DaybookEvents", argumentParser],
      path: "tools/Sources/FlipBits", swiftSettings: strict),
    .target(
      name: "ReferenceVectors", dependencies: ["DaybookScheduler"],
      path: "tools/Sources/ReferenceVectors", swiftSettings: strict),
    .executableTarget(
      name: "Vectors", dependencies: ["ReferenceVectors", "DaybookScheduler", argumentParser],
      path: "tools/Sources/Vectors", swiftSettings: strict),
    .target(
      name: "RawLMDB", dependencies: ["CLMDB"], path: "tools/Sources/RawLMDB",
      linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .executableTarget(
      name: "Bench",
      dependencies: [
        "RawLMDB", "Workload", "Daybook", "DaybookConsole", "DaybookSync", "DaybookLog",
        "DaybookEvents", "DaybookScheduler", "DaybookSystem", "LMDB", argumentParser,
      ],
      path: "tools/Sources/Bench", swiftSettings: strict),
    .executableTarget(
      name: "DaybookManual", path: "tools/Sources/Manual", swiftSettings: strict),
    // The sample package's program, built here as a stranger to this package would: it sees what is
    // public, and nothing else.
    .executableTarget(
      name: "ReadingList", dependencies: ["Daybook"],
      path: "tools/samples/embed/Sources/ReadingList", packageAccess: false,
      swiftSettings: strict),
    .executableTarget(
      name: "StudyMinutes", dependencies: ["Daybook"], path: "tools/samples/study-minutes",
      packageAccess: false, swiftSettings: strict),
    .executableTarget(
      name: "ReadingLog", dependencies: ["Daybook"], path: "tools/samples/reading-log",
      packageAccess: false, swiftSettings: strict),
    // Random histories, the rules once more by definition, and machines with clocks of their own.
    .target(
      name: "Simulation",
      dependencies: [
        "DaybookSync", "Daybook", "DaybookLog", "DaybookEvents", "DaybookSystem", "LMDB",
        "TestSupport",
      ],
      path: "tools/Sources/Simulation", swiftSettings: strict),
    .executableTarget(
      name: "Simulate", dependencies: ["Simulation", argumentParser],
      path: "tools/Sources/Simulate", swiftSettings: strict),
    .target(
      name: "TestSupport", dependencies: ["DaybookSystem"], path: "Tests/TestSupport",
      swiftSettings: strict),
    .testTarget(
      name: "LMDBTests", dependencies: ["LMDB", "DaybookSystem", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "DaybookSystemTests", dependencies: ["DaybookSystem", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "DaybookCompressionTests", dependencies: ["DaybookCompression", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "DaybookSQLiteTests", dependencies: ["DaybookSQLite", "TestSupport", grdb],
      swiftSettings: strict),
    .testTarget(
      name: "DaybookEventsTests", dependencies: ["DaybookEvents", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "DaybookMigrationsTests", dependencies: ["DaybookMigrations", "DaybookEvents"],
      swiftSettings: strict),
    .testTarget(
      name: "DaybookLogTests",
      dependencies: ["DaybookLog", "DaybookEvents", "Daybook", "Simulation", "TestSupport", "LMDB"],
      swiftSettings: strict),
    .testTarget(
      name: "DaybookSchedulerTests",
      dependencies: ["DaybookScheduler", "ReferenceVectors", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "DaybookTextTests", dependencies: ["DaybookText", "DaybookEvents", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "DaybookTests",
      dependencies: [
        "Daybook", "DaybookLog", "DaybookEvents", "DaybookMigrations", "DaybookSystem", "LMDB",
        "DaybookScheduler", "Simulation", "TestSupport",
      ],
      exclude: ["Model/Golden"],
      swiftSettings: strict),
    .testTarget(
      name: "DaybookInterchangeTests",
      dependencies: [
        "DaybookInterchange", "DaybookCompression", "DaybookSQLite", "Daybook", "DaybookLog",
        "DaybookEvents", "DaybookScheduler", "DaybookSystem", "LMDB", "TestSupport", grdb,
      ],
      swiftSettings: unoptimized),
    .testTarget(
      name: "DaybookCommandTests",
      dependencies: [
        "DaybookCommand", "DaybookInterchangeCommand", "DaybookInterchange", "DaybookManual",
        "ReadingList", "StudyMinutes", "ReadingLog", "Daybook", "DaybookLog", "DaybookEvents",
        "DaybookSystem", "LMDB", "TestSupport",
      ],
      swiftSettings: unoptimized),
    .testTarget(
      name: "DaybookConsoleTests",
      dependencies: [
        "DaybookConsole", "DaybookSync", "Daybook", "DaybookLog", "DaybookEvents", "DaybookSystem",
        "LMDB", "TestSupport",
      ],
      swiftSettings: unoptimized),
    .testTarget(
      name: "ToolsTests",
      dependencies: [
        "Workload", "LoadWorkload", "Bench", "Vectors", "FlipBits", "Daybook", "DaybookLog",
        "DaybookEvents", "DaybookScheduler", "LMDB",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "DaybookSyncTests",
      dependencies: [
        "DaybookSync", "DaybookCommand", "Daybook", "DaybookLog", "DaybookEvents", "DaybookSystem", "DaybookText",
        "LMDB", "Simulation", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(name: "HouseRulesTests", swiftSettings: strict),
  ]
)
