import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Testing

/// `inspect` on packages that others made and that carry a SQLite of their own.
@Suite(.serialized)
struct InspectPackageTests {
  /// A package that was fetched, or nothing where no network or no such program is.
  private static func fetch(_ words: [String], _ suffix: String) -> (TemporaryFolder, String)? {
    guard let folder = try? TemporaryFolder(), SystemCommands().find(words[0]) != nil else {
      return nil
    }
    let command = Command(words, in: folder.path)
    _ = try? SystemCommands().run(command, log: "\(folder.path)/log", seconds: 60)
    let name = TemporaryFolder.contents(of: folder.path).first { $0.hasSuffix(suffix) }
    return name.map { (folder, $0) }
  }

  private static let wheel = fetch(
    [
      "python3", "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:",
      "--platform", "manylinux2014_x86_64", "--python-version", "3.11", "--dest", ".",
      "pysqlite3-binary==0.5.4.post2",
    ],
    ".whl"
  )

  private static let package =
    fetch(["apt-get", "download", "libsqlcipher1"], ".deb")
    ?? fetch(["apt-get", "download", "libsqlcipher0"], ".deb")

  /// The wheel has a SQLite of 2025 in one module, and in another one a library of 2013.
  @Test(.enabled(if: wheel != nil, "not run: pip cannot fetch the wheel 'pysqlite3-binary'"))
  func `a wheel with two SQLites is told with both, and with who uses which`() throws {
    let (folder, name) = try #require(Self.wheel)

    let outcome = try BuiltTool(in: folder.path).run("inspect", name, "--format", "json")

    let copies = try Parsed(outcome.output)["copies"].elements
    #expect(outcome.status == .exited(0))
    #expect(copies.map { $0["version"].string } == ["3.51.1", nil, "3.7.17"])
    #expect(copies.map { $0["linkage"].string } == ["embedded", "imported", "embedded"])
    #expect(copies.map { $0["origin"].string } == ["official", "unknown", "official"])
    #expect(copies[1]["provider"] == "libsqlite3-e9f4411a.so.0.8.6")
    #expect(copies[2]["file"].string?.hasSuffix("/libsqlite3-e9f4411a.so.0.8.6") ?? false)
  }

  @Test(.enabled(if: package != nil, "not run: apt-get cannot fetch the package 'libsqlcipher'"))
  func `a Debian package with a copy of its own is told with who encrypts`() throws {
    let (folder, name) = try #require(Self.package)
    let unpack = Command(["dpkg-deb", "-x", name, "files"], in: folder.path)
    _ = try SystemCommands().run(unpack, log: "\(folder.path)/log")
    let version = name.split(separator: "_")[1]

    let outcome = try BuiltTool(in: folder.path).run("inspect", "files", "--format", "json")

    let copies = try Parsed(outcome.output)["copies"].elements
    #expect(outcome.status == .exited(0), "SQLCipher \(version)")
    #expect(copies.count == 1)
    #expect(copies.first?["marks"].elements.map(\.string) == ["encryption:sqlcipher"])
    #expect(copies.first?["version"].string?.hasPrefix("3.") ?? false)
  }

  @Test(.enabled(if: package != nil, "not run: apt-get cannot fetch the package 'libsqlcipher'"))
  func `a profile that asks for SQLCipher is answered by SQLCipher alone`() throws {
    let (folder, name) = try #require(Self.package)
    let unpack = Command(["dpkg-deb", "-x", name, "app"], in: folder.path)
    _ = try SystemCommands().run(unpack, log: "\(folder.path)/log")
    try folder.write("require encryption:sqlcipher\n", to: "Profiles/mine.profile")
    try folder.write("require encryption:see\n", to: "Profiles/other.profile")
    let tool = BuiltTool(in: folder.path)

    let mine = try tool.run("gate", "mine", "--sqlite", "3.46.1", "--program", "app")
    let other = try tool.run("gate", "other", "--sqlite", "3.46.1", "--program", "app")

    #expect(!mine.output.contains("[demand]"))
    #expect(other.output.contains("  note: its encryption is that of 'sqlcipher'\n"))
    #expect(mine.output.contains("[program-source]"), "it is not 3.46.1")
  }
}
