/// The file by which Swift sees a prefixed variant under the plain names.
///
/// Swift's importer does not see macros that rename. API notes would give plain names, but Swift
/// 6.3 tells imported functions apart by these names and their types alone, so that two variants in
/// one module, or in two that the optimiser joins, would silently share one. So each function gets a
/// Swift function of its own, in a textual interface beside the module map, under the module's
/// name; its body is compiled into whoever calls it, and no library is needed.
package struct SwiftOverlay {
  private let module: String
  private let prefix: NamePrefix
  private let header: CDeclarations
  private let types: SwiftTypes
  private let constants: [HeaderConstant]

  /// Reads a header as the preprocessor leaves it, which has what the variant has and no more, and
  /// as it is for the constants that differ between releases.
  package init(module: String, prefix: NamePrefix, preprocessed: [UInt8], header: [UInt8]) {
    constants = HeaderConstant.ofRelease(in: header)
    self.module = module
    self.prefix = prefix
    self.header = CDeclarations(preprocessed[...])
    types = SwiftTypes(self.header)
  }

  package var text: String {
    """
    // swift-interface-format-version: 1.0
    // swift-module-flags: -module-name \(module) -import-underlying-module
    // The plain names of what '\(prefix.text)' is put before. Made by amalgam.
    @_exported import \(module)

    """ + typeAliases.joined() + declarations.joined()
      + constants.map(\.swift).joined()
  }

  private var typeAliases: [String] {
    let names = Set(header.all.filter { $0.kind == .typedef }.map(\.name)).union(header.tags)
    return names.sorted().compactMap { name in
      guard let plain = prefix.stripped(name), types.isImported(name) else { return nil }
      return "public typealias \(plain) = \(module).\(name)\n"
    }
  }

  private var declarations: [String] {
    var known: Set<String> = []
    return header.all.compactMap { declaration in
      guard let plain = prefix.stripped(declaration.name), known.insert(plain).inserted else {
        return nil
      }
      switch declaration.kind {
      case .function: return function(declaration, plain)
      case .variable: return variable(declaration, plain)
      case .typedef: return nil
      }
    }
  }

  private func function(_ declaration: CDeclaration, _ plain: String) -> String? {
    guard let result = CType(declaration.head), let parameters = declaration.parameterTypes,
      let resultText = types.swift(result, mark: "!")
    else { return nil }
    let texts = parameters.map { types.swift($0, mark: "!") }
    guard !texts.contains(nil) else { return nil }
    let list = texts.enumerated().map { "_ p\($0.offset): \($0.element ?? "")" }
    let arguments = texts.indices.map { "p\($0)" }.joined(separator: ", ")
    return """
      @_alwaysEmitIntoClient @inline(__always) @discardableResult public func \(plain)\
      (\(list.joined(separator: ", "))) -> \(resultText) { \
      return \(module).\(declaration.name)(\(arguments)) }

      """
  }

  private func variable(_ declaration: CDeclaration, _ plain: String) -> String? {
    guard !declaration.isArray, let type = CType(declaration.head),
      let text = types.swift(type, mark: "!")
    else { return nil }
    let name = "\(module).\(declaration.name)"
    return """
      @_alwaysEmitIntoClient public var \(plain): \(text) { \
      get { return \(name) } set { \(name) = newValue } }

      """
  }
}
