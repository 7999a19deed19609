/// A resolved profile for people: each item with the line that set it, each option with its three
/// states.
package struct ResolveText {
  private let profile: ResolvedProfile
  private let release: Version
  private let target: String
  private let states: ProfileStates

  package init(
    _ profile: ResolvedProfile,
    release: Version,
    target: String,
    states: ProfileStates
  ) {
    self.profile = profile
    self.release = release
    self.target = target
    self.states = states
  }

  package var text: String {
    let head = [
      "\(profile.name): SQLite \(release) for \(target)",
      row("library \(profile.library)", nil),
      row("optimize \((profile.optimize?.value ?? .speed).rawValue)", profile.optimize?.location),
    ]
    let isolation =
      (profile.prefix.map { [row("prefix \($0.value)", $0.location)] } ?? [])
      + (profile.visibility.map { [row("visibility \($0.value.rawValue)", $0.location)] } ?? [])
      + (profile.instrument.map { [row("instrument \($0.value.rawValue)", $0.location)] } ?? [])
    let extensions =
      profile.extensions.map {
        row("extension \($0.name)\($0.isOnDemand ? " on-demand" : "")", $0.location)
      }
      + profile.sets.map { set in
        row("set \(set.name): \(set.members.map(\.value).joined(separator: " "))", set.location)
      }
    let flags = profile.compilerFlags.map { row("cflag \($0.value)", $0.location) }
    let demands = profile.demands.map {
      row($0.description, $0.location)
    }
    return (head + isolation + extensions + flags + demands + options).joined(separator: "\n")
  }

  /// The options as asked, reported and effective; `never` for what SQLite does not report, `?` where
  /// nobody can tell.
  private var options: [String] {
    if profile.options.isEmpty { return [] }
    let rows = zip(profile.options, states.states).map { option, state in
      [
        option.name, option.value, state.reported.cell, state.effective.cell,
        option.location?.fileAndLine ?? "default",
      ]
    }
    let head = ["option", "asked", "reported", "effective", "set at"]
    return [""] + Layout.table([head] + rows)
      + Layout.wrapped(states.origin, width: Layout.width - 2).map { "  " + $0 }
  }

  /// What the verb adds to the JSON.
  package var json: JSON {
    .object([
      "name": .string(profile.name),
      "file": .string(profile.file),
      "digest": .string("sha256:\(profile.digest)"),
      "release": .string(release.description),
      "target": .string(target),
      "library": .string(profile.library),
      "optimize": .string((profile.optimize?.value ?? .speed).rawValue),
      "prefix": .optional(profile.prefix?.value),
      "visibility": .string(profile.visibilityOrDefault.rawValue),
      "instrument": .optional(profile.instrument?.value.rawValue),
      "extensions": .array(
        profile.extensions.map {
          located(["name": .string($0.name), "onDemand": .bool($0.isOnDemand)], $0.location)
        }
      ),
      "sets": .array(
        profile.sets.map {
          located(
            ["name": .string($0.name), "extensions": .strings($0.members.map(\.value))],
            $0.location
          )
        }
      ),
      "options": .array(
        zip(profile.options, states.states).map { option, state in
          located(
            [
              "name": .string(option.name), "value": .string(option.value),
              "asked": .string(option.value), "reported": .optional(state.reported.text),
              "effective": .optional(state.effective.text),
            ],
            option.location
          )
        }
      ),
      "states": .object(["seen": .bool(states.isSeen), "origin": .string(states.origin)]),
      "cflags": .array(
        profile.compilerFlags.map { located(["flag": .string($0.value)], $0.location) }
      ),
      "demands": .array(
        profile.demands.map {
          located(
            [
              "capability": .string($0.capability.description), "required": .bool($0.isRequired),
              "byApp": .bool($0.isByApp),
            ],
            $0.location
          )
        }
      ),
    ])
  }

  private func row(_ item: String, _ location: SourceLocation?) -> String {
    let place = location?.fileAndLine ?? "default"
    return "  " + item + String(repeating: " ", count: max(2, 52 - item.count)) + place
  }

  private func located(_ pairs: KeyValuePairs<String, JSON>, _ location: SourceLocation?) -> JSON {
    JSON.object(pairs).adding([
      "file": .optional(location?.file), "line": .optional(location?.line),
    ])
  }
}
