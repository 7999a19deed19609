import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Testing

/// What is asked of apt-get, and what is made of its answers, without asking.
@Suite(.serialized)
struct DebianDownloadTests {
  private let fixture: ReleaseFixture

  init() throws {
    fixture = try ReleaseFixture(origins: [.debian(suite: "sid", package: "sqlite3")])
    try SystemFiles().write(
      "Types: deb\nURIs: http://deb.debian.org/debian\nSuites: trixie\nComponents: main\n",
      to: fixture.path("apt/sources.list.d/debian.sources")
    )
    try SystemFiles().write("not apt's", to: fixture.path("apt/sources.list.d/README"))
  }

  /// Stands in for apt-get: offers `names`, and serves the first of them as the tree.
  private func apt(offering names: [String]) -> FakeCommands {
    let archive = ArchiveWriter.tar(fixture.tree.entries())
    return FakeCommands { command, output in
      let files = SystemFiles()
      var text = "Reading package lists...\n"
      if command.arguments.contains("--print-uris") {
        text += names.map { "'http://deb.debian.org/debian/\($0)' \($0) 5 SHA256:0\n" }.joined()
      }
      try? files.write(text, to: output)
      if command.arguments.contains("--download-only"), let folder = command.directory {
        try? files.write(archive, to: "\(folder)/\(names[0])")
      }
    }
  }

  private func reasons(offering names: [String]) throws -> [String] {
    let releases = try fixture.releases(
      commands: apt(offering: names),
      aptFolder: fixture.path("apt")
    )
    return try releases.fetch().failures.flatMap(\.notes)
  }

  @Test func `apt-get is asked with lists, caches and sources of its own`() throws {
    let commands = apt(offering: ["sqlite3_3.99.1.orig.tar.xz"])

    _ = try fixture.releases(commands: commands, aptFolder: fixture.path("apt")).fetch()

    let asked = commands.commands.filter { $0.program == "apt-get" }
    #expect(
      asked.map {
        Array($0.arguments.drop { $0.hasPrefix("apt-get") || $0 == "-o" || $0.contains("=") })
      }
        == [
          ["update"], ["source", "--print-uris", "sqlite3"],
          ["source", "--download-only", "sqlite3"],
        ]
    )
    let folder = try #require(asked.first?.directory)
    #expect(folder.hasPrefix(fixture.root + "/Vendor/sqlite-fetch."))
    for command in asked {
      #expect(command.arguments.contains("Dir::Etc::sourcelist=\(folder)/src.sources"))
      #expect(command.arguments.contains("Dir::Etc::sourceparts=/dev/null"))
      #expect(command.arguments.contains("Dir::State::lists=\(folder)/lists"))
      #expect(command.arguments.contains("Dir::Cache=\(folder)"))
      #expect(command.environment == ["LC_ALL": "C"])
    }
    #expect(commands.commands.map(\.program).dropFirst(3) == ["tar"])
    #expect(fixture.vendor == ["releases.lock"])
  }

  @Test func `another version of the suite is told`() throws {
    let names = [
      "sqlite3_3.99.2-1.dsc", "sqlite3_3.99.2.orig-www.tar.xz", "sqlite3_3.99.2.orig.tar.xz",
    ]

    #expect(
      try reasons(offering: names) == [
        "debian sid sqlite3: 'sqlite3' has version 3.99.2 there, not 3.99.1"
      ]
    )
  }

  @Test func `a suite without the package is told`() throws {
    #expect(
      try reasons(offering: []) == ["debian sid sqlite3: 'sqlite3' is not there"]
    )
  }

  @Test func `a name with a path in it is not taken`() throws {
    #expect(
      try reasons(offering: ["sqlite3_3.99.1.orig.tar./../../x"]).first?
        .hasPrefix("debian sid sqlite3: 'sqlite3' has version ") == true
    )
  }
}
