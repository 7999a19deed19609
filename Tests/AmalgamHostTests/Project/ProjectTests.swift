import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Foundation
import Testing

struct ProjectTests {
  private let files = FakeFiles([
    "/app/Profiles/mobile.profile": "inherit base",
    "/app/Profiles/base.profile": "abstract",
    "/app/Profiles/ci/server.profile": "inherit base",
    "/app/Vendor/releases.lock": "",
    "/app/src/deep/file": "",
    "/empty/file": "",
  ])

  private func project(_ directory: String, root: String? = nil) throws -> Project {
    try Project(asked: root, workingDirectory: directory, files: files)
  }

  @Test func `the root is the nearest folder upward with profiles or a lock`() throws {
    #expect(try project("/app/src/deep").root == "/app")
    #expect(try project("/empty").root == nil)
    #expect(try project("/empty", root: "../app").root == "/app")
    #expect(throws: Failure("nowhere", "--root names no folder")) {
      try project("/empty", root: "nowhere")
    }
  }

  @Test func `a lock that is no file is found, and told, instead of the one built in`() throws {
    let files = FakeFiles(["/app/Vendor/releases.lock/x": "", "/app/src/file": ""])
    let project = try Project(asked: nil, workingDirectory: "/app/src", files: files)

    #expect(project.root == "/app")
    expectFailure("Vendor/releases.lock: error: cannot be read: No such file or directory") {
      try ReleaseLock.load(root: project.root, files: files)
    }
  }

  @Test func `a profile is a path, a name of the project, or built in`() throws {
    let project = try project("/app/src")

    #expect(try project.profile("mobile").file == "Profiles/mobile.profile")
    #expect(
      try project.profile("../Profiles/ci/server.profile").file == "Profiles/ci/server.profile"
    )
    #expect(try project.profile("builtin:base").file == "builtin:base")
    #expect(try project.profileNames() == ["base", "mobile"])
  }

  @Test func `a built-in profile is inherited by its whole name too`() throws {
    let own = try project("/app").inherited("base", by: "Profiles/mobile.profile")
    let builtin = try project("/app").inherited("builtin:base", by: "Profiles/mobile.profile")

    #expect(own?.file == "Profiles/base.profile")
    #expect(builtin?.file == "builtin:base")
  }

  @Test func `a profile behind a link is read, and a folder in its place is told`() throws {
    let folder = try TemporaryFolder()
    try folder.write("SQLITE_DQS=0", to: "shared/app.profile")
    try folder.write("", to: "Profiles/full.profile/file")
    symlink("../shared/app.profile", "\(folder.path)/Profiles/app.profile")
    let project = try Project(
      asked: nil,
      workingDirectory: folder.path,
      files: SystemFiles()
    )

    #expect(try project.profile("app").text == "SQLITE_DQS=0")
    #expect(throws: Failure("Profiles/full.profile", "is a folder, not a file")) {
      try project.profile("full")
    }
  }

  @Test func `what is inherited is looked for beside the file, in Profiles, then built in`() throws
  {
    let project = try project("/app")

    #expect(
      try project.inherited("base", by: "Profiles/ci/server.profile")?.file
        == "Profiles/base.profile"
    )
    #expect(try project.inherited("base", by: "builtin:full")?.file == "builtin:base")
    #expect(try project.inherited("../base", by: "Profiles/ci/server.profile") == nil)
  }

  @Test func `a profile that is nowhere is told with the nearest name`() throws {
    let failure = #expect(throws: Failure.self) { try project("/app").profile("moblie") }

    #expect(
      failure?.message == "no such profile is in 'Profiles' or built in; did you mean 'mobile'?"
    )
  }

  @Test func `without a project there is no list of profiles`() throws {
    #expect(
      throws: Failure(
        "/empty",
        "is in no project: no folder upward has 'Profiles' or 'Vendor/releases.lock'",
        fix: "name a profile, as in 'builtin:minimal', or run 'amalgam init'"
      )
    ) { try project("/empty").profileNames() }
  }
}
