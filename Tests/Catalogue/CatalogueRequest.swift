import AmalgamCore
import AmalgamHost

/// What the command line asks for.
struct CatalogueRequest {
  var release: Version?
  var only: Set<String> = []
  var table = "Sources/Embedded/catalogue.txt"
  var jobs = processorCount()
  var lists = false

  init(_ words: [String]) throws {
    var words = words[...]
    while let word = words.popFirst() {
      switch word {
      case "--only":
        only = Set((words.popFirst() ?? "").split(separator: ",").map(String.init))
      case "--table": table = words.popFirst() ?? ""
      case "--jobs": jobs = words.popFirst().flatMap { Int($0) } ?? jobs
      case "--list": lists = true
      default:
        guard let version = Version(word) else {
          throw Failure("catalogue", "takes a release or an option, not '\(word)'")
        }
        release = version
      }
    }
  }
}
