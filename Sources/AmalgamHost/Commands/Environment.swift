/// The variables the tool was started with.
package enum Environment {
  /// All of them; of two with one name the first counts.
  package static var all: [String: String] {
    var variables: [String: String] = [:]
    #if canImport(Darwin)
    var entry = _NSGetEnviron().pointee
    #else
    // Changed only by setenv, which the tool never calls.
    var entry: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = environ
    #endif
    while let pointer = entry.pointee {
      let parts = String(cString: pointer).split(separator: "=", maxSplits: 1)
      if let name = parts.first, variables[String(name)] == nil {
        variables[String(name)] = parts.count > 1 ? String(parts[1]) : ""
      }
      entry += 1
    }
    return variables
  }

  /// Returns the value of `name`, or `nil` if it is not set or empty.
  package static func value(of name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}
