import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Testing

struct CommandFailureTests {
  private func failure(_ log: String) -> Failure {
    let step = Job.Step(
      Command(["clang", "-c", "sqlite3.c"], in: "build/app"),
      log: "logs/sqlite3.o.log",
      label: "app: sqlite3.o"
    )
    return Failure(
      command: step,
      .exited(1),
      place: "app",
      files: FakeFiles(["logs/sqlite3.o.log": log])
    )
  }

  @Test func `a failed command names its log, what it said and how to run it again`() {
    #expect(
      TextReport(colour: false).text(
        of: failure("in file a\nsqlite3.c:1:2: error: no\nnote: why\n1 error generated.\n")
      ) == """
        app: error: 'clang' exited with status 1
          note: sqlite3.c:1:2: error: no
          note: 1 error generated.
          note: log is in 'logs/sqlite3.o.log'
          note: reproduce with: (cd build/app && clang -c sqlite3.c)
        """
    )
  }

  @Test func `one that says no error is quoted by its last lines`() {
    #expect(
      failure("a\nb\nc\nd\n").notes.prefix(3) == ["b", "c", "d"]
    )
    #expect(failure("").notes.count == 2)
  }
}
