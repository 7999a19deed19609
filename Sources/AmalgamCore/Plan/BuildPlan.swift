/// All that makes one variant, as a value: printable, comparable, not yet run.
package struct BuildPlan: Hashable, Sendable {
  /// A file to write before anything is compiled.
  package struct Write: Hashable, Sendable {
    package enum Contents: Hashable, Sendable {
      case text(String)
      case bytes([UInt8], origin: String)
      /// The generated `sqlite3.c`, with options baked in.
      case source(BakedOptions, Isolation)
      /// The generated `sqlite3.h`, with options baked in.
      case header(BakedOptions, Isolation)
      /// The generated `sqlite3ext.h`, as it is or with a prefix.
      case extensionHeader(NamePrefix?)
      /// The plain names of a prefixed API, for Swift, in the module of that name; made of the
      /// header that a compile has preprocessed.
      case swiftOverlay(NamePrefix, module: String)
    }

    /// The file, relative to the variant's folder.
    package let path: String
    package let contents: Contents
  }

  /// A command and the file it makes, both relative to the variant's folder.
  package struct Compile: Hashable, Sendable {
    package let command: Command
    package let output: String
  }

  package let variant: VariantName
  package let profile: ResolvedProfile
  package let release: Version
  package let checkIn: String
  package let target: String
  package let grammar: GrammarSet
  package let toolchain: Toolchain
  /// What watches the variant while it runs; `nil` in what is shipped.
  package let sanitizer: Sanitizer?
  package let extensions: [ExtensionSource]
  package let registration: Registration
  /// The libraries that a program needs beside the variant, such as `m`.
  package let libraries: [String]
  package let writes: [Write]
  package let compiles: [Compile]
  /// The archive, then the shared library unless names are hidden.
  package let products: [Compile]

  /// Where the header goes that the preprocessor has read, relative to the variant's folder.
  package static let preprocessedHeader = "objects/sqlite3.i"

  /// The digest of everything that decides the outputs; another one means the variant is stale.
  package var digest: String {
    var parts = [
      ToolVersion.text, variant.description, profile.digest, checkIn, target,
      grammar.names.joined(separator: " "), toolchain.summary, toolchain.digest, toolchain.target,
    ]
    parts += writes.map { "\($0.path) \($0.contents.identity)" }
    parts += (compiles + products).map(\.command.description)
    return SHA256.hexDigest(of: Array(parts.joined(separator: "\u{0}").utf8))
  }
}

extension BuildPlan.Write.Contents {
  /// What tells these contents from others.
  fileprivate var identity: String {
    switch self {
    case .text(let text): text
    case .bytes(let bytes, _): SHA256.hexDigest(of: bytes)
    case .source(let options, let isolation), .header(let options, let isolation):
      "\(options.identity)\n\(isolation.identity)"
    case .extensionHeader(let prefix): "extension header \(prefix?.identity ?? "")"
    case .swiftOverlay(let prefix, let module):
      "Swift overlay, form 1, \(module) \(prefix.identity)"
    }
  }

  /// Whether they can be written only when all is compiled.
  package var needsCompiles: Bool {
    if case .swiftOverlay = self { true } else { false }
  }

  /// Where the contents come from, in the words of a printed plan.
  package var summary: String {
    switch self {
    case .text: "generated"
    case .bytes(_, let origin): "a copy of \(origin)"
    case .source(_, let isolation):
      "the amalgamation with the options baked in\(isolation.summary)"
    case .header(_, let isolation):
      "the header with the options baked in\(isolation.prefix?.summary ?? "")"
    case .extensionHeader(let prefix): "the header for extensions\(prefix?.summary ?? "")"
    case .swiftOverlay(let prefix, _): "the plain names for Swift\(prefix.summary)"
    }
  }
}

extension NamePrefix {
  fileprivate var summary: String { ", names prefixed with '\(text)'" }
}

extension Isolation {
  fileprivate var summary: String {
    (prefix?.summary ?? "") + (isHidden ? ", names hidden" : "")
  }
}

/// `<profile>[@RELEASE][+TRIPLE][~COMPILER][~OPT][~address]`: each part only where it is not the profile's
/// default, so that a variant's folder says what is special about it.
package struct VariantName: Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(
    profile: String,
    release: Version?,
    target: String?,
    compiler: String?,
    optimize: Optimization?,
    sanitizer: Sanitizer? = nil
  ) {
    var name = profile
    if let release { name += "@\(release)" }
    if let target { name += "+\(target)" }
    if let compiler { name += "~\(Self.plain(compiler))" }
    if let optimize { name += "~\(optimize.rawValue)" }
    if let sanitizer { name += "~\(sanitizer.rawValue)" }
    description = name
  }

  /// Returns the words of a compiler as a file name can have them.
  private static func plain(_ compiler: String) -> String {
    let words = compiler.split(separator: " ").enumerated().map {
      $0.offset == 0 ? Path.name(of: String($0.element)) : String($0.element)
    }
    return String(
      words.joined(separator: "_").map {
        $0.isLetter || $0.isNumber || "._-+=".contains($0) ? $0 : "_"
      }
    )
  }
}
