extension Export {
  /// A bundle with a static library, as SE-0482 describes it (SwiftPM 6.2).
  func artifactBundle() throws(Failure) -> [ExportedFile] {
    let bundle = "\(module).artifactbundle"
    let folder = "\(bundle)/\(plan.target)"
    let map = moduleMap(linking: plan.libraries)
    return [
      ExportedFile("\(folder)/\(libraryName)", try file(libraryName)),
      ExportedFile("\(folder)/include/module.modulemap", map),
      ExportedFile("\(bundle)/info.json", bundleList),
      ExportedFile(
        "README.md",
        ExportReadme(export: self, kind: .artifactBundle, use: bundleUse).text
      ),
    ] + (try headers(in: "\(folder)/include"))
  }

  private var bundleList: String {
    let variant: JSON = .object([
      "path": .string("\(plan.target)/\(libraryName)"),
      "supportedTriples": .array([.string(plan.target)]),
      "staticLibraryMetadata": .object([
        "headerPaths": .array([.string("\(plan.target)/include")]),
        "moduleMapPath": .string("\(plan.target)/include/module.modulemap"),
      ]),
    ])
    let artifact: JSON = .object([
      "type": .string("staticLibrary"),
      "version": .string(plan.release.description),
      "variants": .array([variant]),
    ])
    let list: JSON = .object([
      "schemaVersion": .string("1.0"),
      "artifacts": .object([JSON.Member(key: module, value: artifact)]),
    ])
    return list.description
  }

  private var bundleUse: String {
    """
    ## How to use it

    ```swift
    .binaryTarget(name: "\(module)", path: "\(module).artifactbundle")
    ```

    in a package of SwiftPM 6.2 or later; a target that depends on it has `import \(module)`. The library is for
    \(plan.target) alone.

    """
  }
}
