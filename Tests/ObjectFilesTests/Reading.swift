import ObjectFiles

/// What a test compares of an object, without pointers into the file.
struct Summary: Equatable {
  var member: String?
  var format: ObjectFile.Format
  var kind: ObjectFile.Kind
  var architecture: String?
  var unreadable: ObjectFile.Unreadable?
}

extension Summary {
  init(_ object: ObjectFile) {
    self.init(
      member: object.member,
      format: object.format,
      kind: object.kind,
      architecture: object.architecture?.description,
      unreadable: object.unreadable
    )
  }
}

func summaries(of bytes: [UInt8]) throws -> [Summary] {
  try bytes.withUnsafeBytes { try ObjectFile.all(in: $0).map(Summary.init) }
}

/// One symbol as `NAME definition binding visibility kind`, for comparison as text.
func symbols(
  of bytes: [UInt8],
  in table: SymbolTable = .linking,
  externalOnly: Bool = false
) throws -> [String: String] {
  var lines: [String: String] = [:]
  try bytes.withUnsafeBytes { buffer in
    try ObjectFile.forEach(in: buffer) { object throws(ReadError) in
      try object.forEachSymbol(in: table, externalOnly: externalOnly) { symbol in
        lines[String(decoding: symbol.name, as: UTF8.self)] =
          "\(symbol.definition) \(symbol.binding) \(symbol.visibility) \(symbol.kind)"
      }
    }
  }
  return lines
}

/// The letters `nm` would print, so far as they tell definition and binding: `TcUwW…` become
/// `defined`/`local` and so on.
func outline(
  of bytes: [UInt8],
  in table: SymbolTable
) throws -> [String] {
  var lines: [String] = []
  try bytes.withUnsafeBytes { buffer in
    try ObjectFile.forEach(in: buffer) { object throws(ReadError) in
      try object.forEachSymbol(in: table) { symbol in
        let name = String(decoding: symbol.linkName, as: UTF8.self)
        lines.append("\(name) \(symbol.definition) \(symbol.binding)")
      }
    }
  }
  return lines.sorted()
}

/// Reads all that can be read; what is thrown is of no interest, only that nothing traps.
func readEverything(in bytes: [UInt8]) {
  bytes.withUnsafeBytes { readEverything(in: $0) }
}

/// What the objects ask of the linker, sorted.
func linkerRequests(in bytes: [UInt8]) throws -> [String] {
  var requests: [String] = []
  try bytes.withUnsafeBytes { buffer in
    try ObjectFile.forEach(in: buffer) { object throws(ReadError) in
      try object.forEachLinkerRequest { request in
        switch request {
        case .option(let text): requests.append(String(decoding: text, as: UTF8.self))
        case .library(let text): requests.append("library \(String(decoding: text, as: UTF8.self))")
        }
      }
    }
  }
  return requests.sorted()
}

/// The names that the objects take from others, each with the library it is looked up in.
func imports(in bytes: [UInt8]) throws -> [String: String] {
  var imports: [String: String] = [:]
  try bytes.withUnsafeBytes { buffer in
    try ObjectFile.forEach(in: buffer) { object throws(ReadError) in
      let libraries = try object.neededLibraries()
      try object.forEachImport { bound in
        let provider =
          if case .library(let index) = bound.provider { libraries[index] } else {
            "\(bound.provider)"
          }
        imports[String(decoding: bound.name, as: UTF8.self)] =
          provider + (bound.isWeak ? ", weak" : "")
      }
    }
  }
  return imports
}

/// A number as little-endian files have it, for files laid out by hand.
func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
  withUnsafeBytes(of: number.littleEndian) { [UInt8]($0) }
}
