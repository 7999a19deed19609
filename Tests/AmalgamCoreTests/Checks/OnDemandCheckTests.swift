import AmalgamCore
import AmalgamTestSupport
import Testing

struct OnDemandCheckTests {
  private let catalogue = """
    stock
      measured 3.53.4
    extension geo
      adds function:distance_km/4
    """

  private func expectation(manifest: Bool = true) throws -> AmalgamCore.Expectation {
    var profile = ResolvedProfile(name: "full", file: "Profiles/full.profile")
    profile.hasManifestFunction = manifest
    profile.extensions = [
      ExtensionReference(
        name: "geo",
        isOnDemand: true,
        at: exampleLocation(line: 3, "extension geo on-demand")
      )
    ]
    let line = exampleLocation(line: 4, "set map: geo")
    profile.sets = [ExtensionSet(name: "map", members: [Located("geo", at: line)], at: line)]
    return AmalgamCore.Expectation(
      variant: "full",
      profile: profile,
      release: Version(3, 53, 4),
      checkIn: exampleCheckIn,
      catalogue: try OptionCatalogue(parsing: [(text: catalogue, file: "catalogue.txt")])
    )
  }

  private func library(_ change: (inout RegistrationEvidence) -> Void) -> LibraryEvidence {
    exampleLibrary {
      $0.manifest = .text("{\"profile\":\"full\",\"sourceID\":\"\(exampleSourceID)\"}")
      var geo = OnDemandEvidence("geo")
      geo.brought = [Capability(.function, "distance_km/4")]
      geo.manifest = "[\"geo\"]"
      var map = OnDemandEvidence("map", isSet: true)
      map.manifest = "[\"geo\"]"
      $0.registration.onDemand = [geo, map]
      $0.registration.unknownName = "unknown operation"
      change(&$0.registration)
    }
  }

  private func findings(_ change: (inout RegistrationEvidence) -> Void) throws -> [Finding] {
    let evidence = Evidence(libraries: [library(change)])
    return Check.registration.judge(evidence, try expectation())?.findings ?? []
  }

  @Test func `what is there where it was asked for, and only there, is silent`() throws {
    expectFindings(try findings { _ in }, "")
    // It is promised to those who ask, and neither missing nor too much on others.
    let evidence = Evidence(libraries: [library { _ in }])
    let expected = try expectation(manifest: false)
    expectFindings(Check.missingCapability.judge(evidence, expected)?.findings ?? [], "")
    expectFindings(Check.surplusCapability.judge(evidence, expected)?.findings ?? [], "")
    #expect(expected.promise.onDemand == [Capability(.function, "distance_km/4"): "geo"])
  }

  @Test func `what cannot be registered or used is an error`() throws {
    expectFindings(
      try findings {
        $0.onDemand[0].error = "extension 'geo' of 'full' was not registered: no compass"
        $0.onDemand[1].useError = "no such function: distance_km"
      },
      """
      Profiles/full.profile:3:1: error: [registration] a connection cannot have 'geo' registered: \
      extension 'geo' of 'full' was not registered: no compass
        extension geo on-demand
        ^
        note: seen in the archive
      Profiles/full.profile:4:1: error: [registration] a connection that asked for the set 'map' \
      cannot use it: no such function: distance_km
        set map: geo
        ^
        note: seen in the archive
      """
    )
  }

  @Test func `what a connection has without asking is told once, of the extension`() throws {
    expectFindings(
      try findings {
        $0.onDemand[0].leaked = [Capability(.function, "distance_km/4")]
        $0.onDemand[1].leaked = [Capability(.function, "distance_km/4")]
      },
      """
      Profiles/full.profile:3:1: error: [registration] a connection that did not ask for 'geo' has \
      'function:distance_km/4'
        extension geo on-demand
        ^
        note: seen in the archive
      """
    )
  }

  @Test func `a manifest that says otherwise is an error`() throws {
    expectFindings(
      try findings { $0.onDemand[1].manifest = "[]" },
      """
      Profiles/full.profile:4:1: error: [registration] 'amalgam_manifest()' does not list 'geo' on a \
      connection that asked for the set 'map'
        set map: geo
        ^
        note: seen in the archive
      """
    )
    let expectation = try expectation()
    let listing = Evidence(libraries: [
      exampleLibrary {
        $0.manifest = .text(
          "{\"profile\":\"full\",\"sourceID\":\"\(exampleSourceID)\",\"extensions\":[\"geo\"]}"
        )
      }
    ])
    expectFindings(
      Check.registration.judge(listing, expectation)?.findings ?? [],
      """
      Profiles/full.profile:3:1: error: [registration] 'amalgam_manifest()' lists 'geo' on a \
      connection that did not ask for it
        extension geo on-demand
        ^
        note: seen in the archive
      """
    )
  }

  @Test func `a name that is not there must be refused`() throws {
    expectFindings(
      try findings { $0.unknownName = "" },
      """
      full: error: [registration] asking for an extension that there is not is no error
        note: seen in the archive
      """
    )
  }

  @Test func `a driver that cannot register leaves it not run`() throws {
    let evidence = Evidence(libraries: [library { $0.onDemandNotRun = "no way to ask" }])

    let result = Check.registration.judge(evidence, try expectation())

    #expect(result?.skipped.map { "\($0.subject): \($0.reason)" } == ["on demand: no way to ask"])
  }

  @Test func `what a connection can ask for meets a demand, and breaks one against it`() throws {
    let capability = Capability(.function, "distance_km/4")
    for isRequired in [true, false] {
      var profile = try expectation().profile
      profile.demands = [
        Demand(capability, isRequired: isRequired, at: exampleLocation(line: 9, ""))
      ]
      let expectation = AmalgamCore.Expectation(
        variant: "full",
        profile: profile,
        release: Version(3, 53, 4),
        checkIn: exampleCheckIn,
        catalogue: try OptionCatalogue(parsing: [(text: catalogue, file: "catalogue.txt")])
      )
      let evidence = Evidence(libraries: [library { _ in }])
      let findings = Check.demand.judge(evidence, expectation)?.findings ?? []
      #expect(findings.isEmpty == isRequired)
    }
  }

  @Test func `the answers of the two connections tell what an extension brings`() throws {
    let expectation = try expectation()
    let inquiry = Inquiry(expectation, folder: "/f")
    let requests = inquiry.requests(.onDemand)
    func rows(_ names: String...) -> Answer {
      Answer(rows: names.map { [.text(Array("function".utf8)), .text(Array($0.utf8))] })
    }
    let no = Answer(result: .error(code: 1, message: "no such function: distance_km"))
    let one = [
      Answer(), Answer(), rows("abs/1", "distance_km/4"), Answer(), Answer(), Answer(),
      rows("abs/1"), no, Answer(), Answer(),
    ]
    let unknown = Answer(result: .error(code: 12, message: "unknown operation"))
    func read(_ answers: [Answer]) -> RegistrationEvidence {
      var library = LibraryEvidence(linkage: .archive, file: "a")
      let transcript = Transcript(
        version: "",
        sourceID: "",
        answers: answers,
        ending: .complete(leaked: nil)
      )
      inquiry.read(.onDemand, transcript, breakdown: nil, into: &library)
      return library.registration
    }

    let seen = read(one + one + [Answer(), unknown])

    #expect(requests.count == 22)
    #expect(requests[1] == .register(connection: "asker", name: "geo"))
    #expect(seen.onDemand.map(\.name) == ["geo", "map"])
    #expect(seen.onDemand.allSatisfy { $0.error == nil && $0.useError == nil && $0.leaked.isEmpty })
    #expect(seen.bringer(of: Capability(.function, "distance_km/4")) == "geo")
    #expect(seen.bringer(of: Capability(.function, "abs/1")) == nil)
    #expect(seen.unknownName == "unknown operation")
    #expect(read(one).onDemandNotRun == "the driver did not come to it")
    let refusal = Answer(result: .error(code: -1, message: "no way to ask"))
    #expect(
      read([Answer(), refusal] + one.dropFirst(2)).onDemandNotRun
        == "the driver cannot do it: no way to ask"
    )
    var leaking = one
    leaking[7] = Answer()
    #expect(read(leaking + one + [Answer(), Answer()]).onDemand[0].leaked.count == 1)
    #expect(read(leaking + one + [Answer(), Answer()]).unknownName == "")
  }
}
