import AmalgamCore
import Testing

struct SwiftSettingsTests {
  @Test func `what a manifest defines for Swift alone is no option`() {
    let text = """
      .target(name: "A", cSettings: [.define("SQLITE_DQS", to: "0")],
        swiftSettings: [
          .define("SQLITE_SWIFT_STANDALONE"), .unsafeFlags(["-DSQLITE_X"]),
        ], linkerSettings: []),
      .target(name: "B", swiftSettings: shared, cSettings: [.define("SQLITE_SOUNDEX")])
      """

    #expect(
      OptionText(text, file: "Package.swift").mentions.map(\.option.name)
        == ["SQLITE_DQS", "SQLITE_SOUNDEX"]
    )
  }
}
