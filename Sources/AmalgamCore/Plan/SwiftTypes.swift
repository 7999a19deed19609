/// How Swift's importer sees the types of a C header.
struct SwiftTypes {
  private var typedefs: [String: CType] = [:]
  private let completeTags: Set<String>

  init(_ header: CDeclarations) {
    completeTags = header.completeTags
    for declaration in header.all where declaration.kind == .typedef {
      typedefs[declaration.name] = CType(declaration.typeTokens)
    }
  }

  /// Whether Swift has a type of that name: structures must have their members in the header.
  func isImported(_ name: String) -> Bool {
    guard let type = typedefs[name] else { return completeTags.contains(name) }
    return swift(type, mark: "") != nil
  }

  /// Returns the type in Swift's words, `mark` after an optional one; `nil` for one that is not
  /// imported.
  func swift(_ type: CType, mark: String) -> String? {
    switch type {
    case .builtIn(let words): Self.builtIn[words]
    case .named("va_list"), .named("__builtin_va_list"): "Swift.CVaListPointer"
    case .named(let name): named(name, mark: mark)
    case .tagged(let tag): completeTags.contains(tag) ? tag : nil
    case .pointer(let pointee, let isConstant):
      pointer(to: pointee, isConstant: isConstant).map { $0 + mark }
    case .function: nil
    }
  }

  private func named(_ name: String, mark: String) -> String? {
    guard let type = typedefs[name], swift(type, mark: "") != nil else { return nil }
    return isPointer(type) ? name + mark : name
  }

  private func isPointer(_ type: CType) -> Bool {
    switch type {
    case .pointer: true
    case .named(let name): typedefs[name].map(isPointer) ?? false
    default: false
    }
  }

  private func pointer(to pointee: CType, isConstant: Bool) -> String? {
    switch pointee {
    case .builtIn("void"): return "Swift.Unsafe\(isConstant ? "" : "Mutable")RawPointer"
    case .function(let result, let parameters):
      let texts = parameters.map { swift($0, mark: "?") }
      guard let result = swift(result, mark: "?"), !texts.contains(nil) else { return nil }
      return "(@convention(c) (\(texts.compactMap { $0 }.joined(separator: ", "))) -> \(result))"
    case _ where isOpaque(pointee): return "Swift.OpaquePointer"
    default:
      return swift(pointee, mark: "?").map {
        "Swift.Unsafe\(isConstant ? "" : "Mutable")Pointer<\($0)>"
      }
    }
  }

  /// Whether it is a structure without members in the header.
  private func isOpaque(_ type: CType) -> Bool {
    switch type {
    case .tagged(let tag): !completeTags.contains(tag)
    case .named(let name): typedefs[name].map(isOpaque) ?? false
    default: false
    }
  }

  private static let builtIn = [
    "void": "Swift.Void", "char": "Swift.CChar", "signed char": "Swift.Int8",
    "unsigned char": "Swift.UInt8", "short": "Swift.Int16", "unsigned short": "Swift.UInt16",
    "int": "Swift.Int32", "unsigned int": "Swift.UInt32", "unsigned": "Swift.UInt32",
    "long": "Swift.CLong", "unsigned long": "Swift.CUnsignedLong",
    "long long int": "Swift.Int64", "long long": "Swift.Int64",
    "unsigned long long int": "Swift.UInt64", "unsigned long long": "Swift.UInt64",
    "double": "Swift.Double", "float": "Swift.Float",
  ]
}
