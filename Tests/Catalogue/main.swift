/// Holds the option catalogue against SQLite itself.
///
/// usage: catalogue [RELEASE] [--only NAME,…] [--table FILE] [--jobs N] [--list]
///
/// Compiles each option of `Sources/Embedded/catalogue.txt` alone and fails on each row that does
/// not say what was observed. `--list` prints what each option does. Exits 1 for a disagreement,
/// 2 where something could not be tried.
import AmalgamCore
import AmalgamHost

Interruption.watch()
do {
  let request = try CatalogueRequest(Array(CommandLine.arguments.dropFirst()))
  let bench = try Bench(request)
  exit(try CatalogueRun(bench).run())
} catch let failure as Failure {
  print(failure.lines)
  exit(2)
} catch let failures as Failures {
  for failure in failures.all { print(failure.lines) }
  exit(2)
} catch let interrupted as Interrupted {
  exit(128 + interrupted.signal)
} catch {
  print("catalogue: \(error)")
  exit(2)
}

extension Failure {
  /// The failure as the tool's own messages look.
  var lines: String {
    TextReport(colour: false).text(of: self)
  }
}
