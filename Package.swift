// swift-tools-version: 6.2
import PackageDescription

/// The same rules for every Swift target: no warning passes, and imports say what they bring.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "amalgam",
  platforms: [.macOS(.v13)],
  products: [.executable(name: "amalgam", targets: ["amalgam"])],
  targets: [
    .executableTarget(name: "amalgam", dependencies: ["AmalgamHost"], swiftSettings: strict),
    .target(
      name: "AmalgamHost",
      dependencies: ["AmalgamCore", "Embedded"],
      swiftSettings: strict
    ),
    .target(name: "AmalgamCore", dependencies: ["ObjectFiles"], swiftSettings: strict),
    .target(name: "ObjectFiles", swiftSettings: strict),
    .target(
      name: "Embedded",
      exclude: [
        "catalogue.txt", "check-ins.txt", "extensions.txt", "faults.txt", "option-names.txt",
        "error-texts.txt", "recorded-lists.txt", "file-kinds.txt", "check-ins.sh",
        "option-names.sh", "list-files.sh",
      ]
    ),
    .executableTarget(
      name: "catalogue",
      dependencies: ["AmalgamHost"],
      path: "Tests/Catalogue",
      exclude: ["documented.txt"],
      swiftSettings: strict
    ),
    .target(
      name: "AmalgamTestSupport",
      dependencies: ["AmalgamHost"],
      path: "Tests/AmalgamTestSupport",
      swiftSettings: strict
    ),
    .testTarget(name: "ObjectFilesTests", dependencies: ["ObjectFiles"], swiftSettings: strict),
    .testTarget(
      name: "AmalgamCoreTests",
      dependencies: ["AmalgamCore", "AmalgamTestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "AmalgamHostTests",
      dependencies: ["AmalgamHost", "AmalgamTestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "AmalgamTests",
      dependencies: ["amalgam", "AmalgamTestSupport"],
      swiftSettings: strict
    ),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .c2x
)
