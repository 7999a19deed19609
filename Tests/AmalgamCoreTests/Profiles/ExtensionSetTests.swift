import AmalgamCore
import AmalgamTestSupport
import Testing

/// Extensions and sets of a profile together.
struct ExtensionSetTests {
  private func resolve(
    _ text: String,
    base: String = ""
  ) throws -> (profile: ResolvedProfile, findings: [Finding]) {
    var resolver = ProfileResolver { _, _ in .init(file: "base.profile", text: base) }
    let resolved = try resolver.resolve(
      .init(file: "app.profile", text: text),
      host: "x86_64-unknown-linux-gnu"
    )
    return (resolved.profile, resolved.findings)
  }

  @Test func `what only a set names is compiled in, for connections that ask`() throws {
    let (profile, findings) = try resolve(
      "extension regexp\nextension ext/acme.c on-demand\nset map: geo acme\nset all: geo series"
    )

    expectFindings(findings, "")
    #expect(profile.automaticExtensions.map(\.shortName) == ["regexp"])
    #expect(profile.onDemandExtensions.map(\.shortName) == ["acme", "geo", "series"])
    #expect(profile.sets.map(\.name) == ["map", "all"])
    #expect(profile.registerFunction == "amalgam_app_register")
    #expect(try resolve("extension regexp").profile.registerFunction == nil)
  }

  @Test func `a file may say otherwise of what it inherits`() throws {
    let (profile, findings) = try resolve(
      "inherit base\nextension geo on-demand\nextension uint\nset a: geo",
      base: "extension geo\nextension uint on-demand\nset a: series"
    )

    expectFindings(findings, "")
    #expect(profile.automaticExtensions.map(\.name) == ["uint"])
    #expect(profile.onDemandExtensions.map(\.name) == ["geo"])
    #expect(profile.sets.map { $0.members.map(\.value) } == [["geo"]])
  }

  @Test func `a member that every connection has is a warning`() throws {
    expectFindings(
      try resolve("extension geo\nset map: geo series").findings,
      """
      app.profile:2:10: warning: [extension-set] 'geo' of the set 'map' is registered on every \
      connection, by app.profile:1
        set map: geo series
                 ^
        fix: remove 'geo'
      """
    )
    expectFindings(try resolve("extension geo\nset map: series").findings, "")
    #expect(try resolve("extension geo\nset map: geo").findings.map(\.fix) == ["remove the line"])
  }

  @Test func `a set and an extension of one name are an error`() throws {
    expectFindings(
      try resolve("extension geo on-demand\nset geo: series").findings,
      """
      app.profile:2:5: error: [extension-set] the set 'geo' has the name of an extension, at \
      app.profile:1; both are asked for by name
        set geo: series
            ^
        fix: write 'geo-set:'
      """
    )
  }

  @Test func `two extensions of one object file are an error, also where only case differs`() throws
  {
    expectFindings(
      try resolve("extension geo\nextension ext/Geo.c").findings,
      """
      app.profile:2:11: error: [extension-name] extension 'ext/Geo.c' would be compiled as 'Geo.o', \
      and so is 'geo' at app.profile:1
        extension ext/Geo.c
                  ^
        fix: rename the file
      """
    )
    expectFindings(
      try resolve("extension ext/registration.c").findings,
      """
      app.profile:1:11: error: [extension-name] extension 'ext/registration.c' has the name of a \
      file that every variant has
        extension ext/registration.c
                  ^
        fix: rename the file
      """
    )
  }
}
