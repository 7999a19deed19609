import AmalgamHost
import AmalgamTestSupport
import Testing

/// The pages for CI systems, held against what the tool says of itself.
struct DocumentationTests {
  @Test(arguments: ["github-actions.md", "gitlab-ci.md"])
  func `each option of a page's commands is one of the verb's`(page: String) throws {
    let text = try SystemFiles().readText("\(BuiltTool.root)/Documentation/\(page)")
    let words = text.replacing("\\\n", with: " ").split(separator: "\n")
    var checked = 0
    // A command goes on in lines that are indented further and begin with an option.
    let lines = words.reduce(into: [String]()) { lines, line in
      let trimmed = line.drop { $0 == " " }
      if trimmed.hasPrefix("--"), let last = lines.popLast() {
        lines.append(last + " " + trimmed)
      } else {
        lines.append(String(trimmed))
      }
    }
    for line in lines {
      let parts = line.split(separator: " ").map(String.init)
      guard let index = parts.firstIndex(where: { $0 == "amalgam" || $0 == "./amalgam" }),
        index + 1 < parts.count, ["gate", "plan", "releases"].contains(parts[index + 1])
      else { continue }
      let help = try BuiltTool(in: BuiltTool.root).run(parts[index + 1], "--help").output
      for option in parts[(index + 2)...] where option.hasPrefix("--") {
        let name = option.split(separator: "`")[0]
        #expect(help.contains("  \(name) ") || help.contains("  \(name)\n"), "\(page): \(line)")
        checked += 1
      }
    }
    #expect(checked >= 4, "\(page)")
  }

  @Test func `the tool alone says in ten lines how to begin`() throws {
    let outcome = try BuiltTool(in: BuiltTool.root).run()

    #expect(outcome.status == .exited(0))
    #expect(outcome.output.split(separator: "\n").count == 10)
    #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }
}
