/// What is known of what was asked, as text and as JSON.
package struct Explanation: Sendable {
  package let asked: String
  package let option: OptionExplanation?
  package let error: ErrorTexts.Match?
  package let capability: CapabilityExplanation?
  package let fault: FaultExplanation?

  init(
    asked: String,
    option: OptionExplanation? = nil,
    error: ErrorTexts.Match? = nil,
    capability: CapabilityExplanation? = nil,
    fault: FaultExplanation? = nil
  ) {
    self.asked = asked
    self.option = option
    self.error = error
    self.capability = capability
    self.fault = fault
  }

  package var text: String {
    let question = option.flatMap { option in
      option.isMisspelt ? "'\(asked)' is no option; did you mean '\(option.name)'?" : nil
    }
    let blocks = [question, error?.explained, option?.text, capability?.text, fault?.text]
      .compactMap { $0 }
    return blocks.joined(separator: "\n\n")
  }

  package var json: [JSON.Member] {
    [
      JSON.Member(key: "asked", value: .string(asked)),
      JSON.Member(key: "option", value: option?.json ?? .null),
      JSON.Member(key: "capabilities", value: capability?.json ?? .array([])),
      JSON.Member(key: "error", value: error?.json ?? .null),
      JSON.Member(key: "fault", value: fault?.json ?? .null),
    ]
  }
}

extension ErrorTexts.Match {
  fileprivate var explained: String {
    let head = Layout.wrapped("\(name): \(meaning)", width: Layout.width)
    let checks = checks.enumerated().flatMap { index, check in
      Layout.facts([("\(index + 1).", check.what)]) + check.commands.map { "      \($0)" }
    }
    return (head + ["what to look at, in this order:"] + checks).joined(separator: "\n")
  }

  fileprivate var json: JSON {
    .object([
      "name": .string(name),
      "pattern": .string(pattern),
      "meaning": .string(meaning),
      "checks": .array(
        checks.map {
          .object(["what": .string($0.what), "commands": .strings($0.commands)])
        }
      ),
    ])
  }
}
