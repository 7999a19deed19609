import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Testing

struct SuiteFilesTests {
  private let suites = SuiteFiles(
    files: FakeFiles([
      "/s/b.test": "# amalgam 1\nprobe x\n", "/s/a.test": "statement error\nSELECT x\n",
      "/s/notes.txt": "no script", "/one": "query I\nSELECT 1\n----\n1\n",
      "/idle": "statement ok\nSELECT 1\n", "/bad/a.test": "loop\n",
      "/bad/b.test": "query\nSELECT 1\n", "/empty/notes.txt": "",
    ])
  )

  @Test func `a folder's scripts are those that end in .test, in order`() throws {
    #expect(try suites.scripts(["/s", "/one"]).map(\.name) == ["a", "b", "one"])
  }

  @Test func `all that is wrong with all of them is told at once`() {
    expectFailure(
      """
      /bad/a.test:1:1: error: 'loop' is a record of another dialect
        fix: write the records of each round out
      /bad/b.test:1:1: error: the query names no columns
        fix: write 'query' and one letter of TIR a column
      """
    ) { try suites.scripts(["/bad"]) }
  }

  @Test func `a script that judges nothing is a failure`() {
    expectFailure(
      """
      /idle: error: has no case: no query, 'statement error', plan or probe
        fix: add one, or leave the script out
      """
    ) { try suites.scripts(["/one", "/idle"]) }
  }

  @Test func `every script that cannot be read is told, as messages name it`() {
    let suites = SuiteFiles(
      files: FakeFiles(["/p/s/a.test/x": "", "/p/s/b.test/x": "", "/p/s/c.test": "loop\n"]),
      display: { String($0.dropFirst(3)) }
    )
    expectFailure(
      """
      s/a.test: error: cannot be read: No such file or directory
      s/b.test: error: cannot be read: No such file or directory
      gone.test: error: cannot be read: No such file or directory
      s/c.test:1:1: error: 'loop' is a record of another dialect
        fix: write the records of each round out
      """
    ) { try suites.scripts(["/p/s", "/p/gone.test"]) }
  }

  @Test func `a folder without scripts, and a file that is not there, are failures`() {
    expectFailure(
      """
      /empty: error: has no file that ends in '.test'
        fix: name a script
      /gone.test: error: cannot be read: No such file or directory
      """
    ) { try suites.scripts(["/empty", "/gone.test"]) }
  }
}
