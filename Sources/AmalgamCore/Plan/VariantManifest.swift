/// `manifest.json`: all that is needed to make a variant again and to judge it later.
///
/// Paths are relative and no times are in it, so that the same inputs give the same bytes.
package struct VariantManifest {
  /// A file that was read or made.
  package struct File: Hashable, Sendable {
    package let path: String
    package let bytes: Int
    /// The SHA-256.
    package let digest: String

    package init(path: String, bytes: Int, digest: String) {
      self.path = path
      self.bytes = bytes
      self.digest = digest
    }
  }

  private let plan: BuildPlan
  private let capabilities: [Capability]
  private let inputs: [File]
  private let outputs: [File]

  /// `capabilities` are what the profile promises.
  package init(
    plan: BuildPlan,
    capabilities: [Capability],
    inputs: [File],
    outputs: [File]
  ) {
    self.plan = plan
    self.capabilities = capabilities.sorted()
    self.inputs = inputs
    self.outputs = outputs
  }

  package var json: JSON {
    let profile = plan.profile
    return .object([
      "schema": .integer(1),
      "variant": .string(plan.variant.description),
      "profile": .object([
        "name": .string(profile.name), "digest": .string("sha256:\(profile.digest)"),
      ]),
      "release": .object([
        "version": .string(plan.release.description), "checkin": .string(plan.checkIn),
      ]),
      "target": .string(plan.target),
      "options": .array(profile.options.map(json(of:))),
      "extensions": .array(plan.extensions.map(json(of:))),
      "prefix": .optional(profile.prefix?.value),
      "visibility": .string(profile.visibilityOrDefault.rawValue),
      "instrument": .strings(profile.countsCalls ? ["calls"] : []),
      "optimize": .string((profile.optimize?.value ?? .speed).rawValue),
      "cflags": .strings(profile.compilerFlags.map(\.value)),
      "compiler": .object([
        "id": .string(plan.toolchain.family.rawValue),
        "version": .string(plan.toolchain.version),
        "target": .string(plan.toolchain.target),
      ]),
      "linker": .strings(plan.toolchain.linkerFlags),
      "libraries": .strings(plan.libraries),
      "registration": .object([
        "function": plan.registration.isNeeded
          ? .string(plan.registration.registerFunction) : .null,
        "automatic": .strings(plan.registration.automatic),
        "sets": .object(plan.profile.sets.map(member(of:))),
      ]),
      "capabilities": .strings(capabilities.map(\.description)),
      "inputs": .array(inputs.map(json(of:))),
      "outputs": .array(outputs.map(json(of:))),
      "commands": .array(
        (plan.compiles + plan.products).map { .strings(portable($0.command.arguments)) }
      ),
    ])
  }

  /// Returns the release that the manifest `text` names; `nil` where it is another text.
  package static func release(in text: String) -> Version? {
    let dense = Array(text.utf8.filter { $0 > 32 })
    // A quote inside a string has a backslash before it, so that no value passes for a key.
    let key = Array("\"release\":{\"version\":\"".utf8)
    guard dense.starts(with: "{\"schema\":1,\"variant\":\"".utf8),
      let found = dense.firstRange(of: key)
    else { return nil }
    let version = dense[found.upperBound...].prefix { $0 != UInt8(ascii: "\"") }
    return Version(String(decoding: version, as: UTF8.self))
  }

  /// The words of a command with the program's name alone: where it lies differs between machines.
  private func portable(_ words: [String]) -> [String] {
    words.enumerated().map { $0.offset == 0 ? Path.name(of: $0.element) : $0.element }
  }

  private func json(of option: CompileOption) -> JSON {
    .object([
      "name": .string(option.name), "value": .string(option.value),
      "file": .optional(option.location?.file), "line": .optional(option.location?.line),
    ])
  }

  private func json(of source: ExtensionSource) -> JSON {
    .object([
      "name": .string(source.name), "digest": .string("sha256:\(source.digest)"),
      "init": .string(source.entryPoint),
      "onDemand": .bool(plan.registration.isOnDemand(source.name)),
      "license": .optional(source.license),
    ])
  }

  private func member(of set: ExtensionSet) -> JSON.Member {
    JSON.Member(key: set.name, value: .strings(set.members.map(\.value)))
  }

  private func json(of file: File) -> JSON {
    .object([
      "path": .string(file.path), "bytes": .integer(file.bytes),
      "digest": .string("sha256:\(file.digest)"),
    ])
  }
}
