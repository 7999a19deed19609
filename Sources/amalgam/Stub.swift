import AmalgamCore
import AmalgamHost
extension Verb {
  static let releases = Verb("releases", operands: "", summary: "", example: "", options: []) { _ in
    Report(command: "releases")
  }
  static let lint = Verb("lint", operands: "", summary: "", example: "", options: []) { _ in
    Report(command: "releases")
  }
  static let verify = Verb("verify", operands: "", summary: "", example: "", options: []) { _ in
    Report(command: "releases")
  }
}
extension Workspace { func warnings(of b: BuildSession.Built) -> [Finding] { [] } }
