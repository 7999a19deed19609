/// The machine's own apt sources, from which a private one for source packages is made.
///
/// Mirror and keyring stay the machine's; type and suite are replaced, nothing in /etc is changed.
package enum AptSources {
  /// Returns the text of a `.sources` file that serves the source packages of `suite`, or `nil` if
  /// none of `files` names an archive that could.
  ///
  /// A stanza for `…/debian` is taken before another that is no security archive.
  package static func privateSources(
    from files: [(name: String, text: String)],
    suite: String
  ) -> String? {
    let usable = files.flatMap { AptStanza.all(in: $0.text, of: $0.name) }.filter(\.isUsable)
    let chosen = usable.first { $0.archives.contains { Path.name(of: $0) == "debian" } }
    return (chosen ?? usable.first).map { text(of: $0, suite: suite) }
  }

  /// Fields that are replaced, or that would narrow or switch off what is asked for.
  private static let replaced = [
    "types", "uris", "suites", "components", "architectures", "enabled", "languages", "targets",
    "pdiffs", "x-repolib-name",
  ]

  private static func text(of stanza: AptStanza, suite: String) -> String {
    var lines = [
      "Types: deb-src", "URIs: \(stanza.archives.joined(separator: " "))", "Suites: \(suite)",
      "Components: main",
    ]
    for field in stanza.fields where !replaced.contains(field.name.lowercased()) {
      lines.append("\(field.name):\(field.value.first == "\n" ? "" : " ")\(field.value)")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
