import AmalgamCore
import AmalgamTestSupport
import Testing

struct OptionStateTests {
  private let catalogue = """
    stock
      measured 3.53.4
    SQLITE_DQS value
      default 3
      reported name=value
      probe sql SELECT 3
    SQLITE_ENABLE_RTREE defined
      reported name
      adds module:rtree
      probe capability module:rtree
    SQLITE_OMIT_JSON defined
      reported name
      removes function:json/1
      probe capability function:json/1
    SQLITE_OMIT_TRACE defined
      reported never
      probe c trace
    SQLITE_SECURE defined
      probe none it shows in files only
    SQLITE_ENABLE_FTS3 defined
      reported implied
    SQLITE_ENABLE_SNAPSHOT defined
      probe symbol sqlite3_snapshot_get
    """

  private func state(_ name: String, _ library: LibraryEvidence) throws -> OptionState {
    let expectation = try exampleExpectation(["SQLITE_DQS=0"], catalogue: catalogue)
    return try #require(library.optionStates(expectation).first { $0.name == name })
  }

  @Test func `asked, reported and effective are held apart`() throws {
    let library = exampleLibrary {
      $0.reported = .known(["DQS=0"])
      $0.probes = ["SQLITE_DQS": .value(.text("3"))]
    }

    #expect(
      try state("SQLITE_DQS", library)
        == OptionState("SQLITE_DQS", asked: "0", reported: .value("0"), effective: .value("3"))
    )
  }

  @Test func `an option that is not there is off`() throws {
    let state = try state("SQLITE_ENABLE_RTREE", exampleLibrary())

    #expect(state.asked == nil)
    #expect(state.reported == .off)
    #expect(state.effective == .off)
    #expect(state.effective.text == "off")
  }

  @Test func `an option that removes is on where its probe finds nothing`() throws {
    #expect(try state("SQLITE_OMIT_JSON", exampleLibrary()).effective == .value("1"))
    let library = exampleLibrary { $0.functions = .known([FunctionEntry("json", 1)]) }
    #expect(try state("SQLITE_OMIT_JSON", library).effective == .off)
    let traced = exampleLibrary { $0.probes = ["SQLITE_OMIT_TRACE": .value(.integer(1))] }
    #expect(try state("SQLITE_OMIT_TRACE", traced).effective == .off)
  }

  @Test func `a symbol tells an option of the API`() throws {
    let library = exampleLibrary { $0.symbols = .known(["sqlite3_snapshot_get"]) }

    #expect(try state("SQLITE_ENABLE_SNAPSHOT", library).effective == .value("1"))
  }

  @Test func `what cannot be known has its reason`() throws {
    let library = exampleLibrary {
      $0.reported = .unknown("the library has no list")
      $0.modules = .unknown("no such table: pragma_module_list")
      $0.probes = ["SQLITE_DQS": .error("syntax error")]
    }

    #expect(try state("SQLITE_OMIT_TRACE", library).reported.text == nil)
    #expect(try state("SQLITE_SECURE", library).effective == .unknown("it shows in files only"))
    #expect(
      try state("SQLITE_ENABLE_RTREE", library).effective
        == .unknown("no such table: pragma_module_list")
    )
    #expect(
      try state("SQLITE_DQS", library).effective == .unknown("its probe gives an error")
    )
    #expect(
      try state("SQLITE_OMIT_TRACE", library).effective == .unknown("its probe was not run")
    )
    #expect(
      try state("SQLITE_OMIT_TRACE", library).reported == .unknown("SQLite never reports it")
    )
    #expect(
      try state("SQLITE_ENABLE_FTS3", library).reported
        == .unknown("SQLite reports it whatever its value")
    )
    let silent = exampleLibrary { $0.probes = ["SQLITE_DQS": .value(.null)] }
    #expect(
      try state("SQLITE_DQS", silent).effective == .unknown("its probe answers no value")
    )
    #expect(
      library.state(of: Capability(.syntax, "update-limit"))
        == .unknown("no probe tells 'syntax:update-limit'")
    )
  }

  @Test func `an option that the catalogue does not know has a row all the same`() throws {
    let expectation = try exampleExpectation(["SQLITE_NEW"], catalogue: catalogue)
    let library = exampleLibrary { $0.reported = .known(["NEW"]) }

    #expect(
      library.optionStates(expectation).first { $0.name == "SQLITE_NEW" }
        == OptionState(
          "SQLITE_NEW",
          asked: "1",
          reported: .value("1"),
          effective: .unknown("the catalogue has no probe for it")
        )
    )
  }
}
