extension ObjectFile {
  /// Calls `body` with each object in `file`, in the file's order.
  ///
  /// An archive or universal file has many, also members of unknown format; any other file is one
  /// object, or an error when it is none. An empty archive is no error and has no object. A thin
  /// archive's members are what `members` finds of them; offsets in those count from their own start.
  package static func forEach(
    in file: UnsafeRawBufferPointer,
    members: ThinMembers = .none,
    _ body: (ObjectFile) throws(ReadError) -> Void
  ) throws(ReadError) {
    let window = Window(file)
    switch FileFormat(of: window) {
    case .universal:
      try UniversalFile.forEachSlice(of: window) { slice throws(ReadError) in
        try forEach(inThin: slice, .none, body)
      }
    case .unknown:
      throw window.failure("an object file, a library or an archive", found: opening(of: window))
    default:
      try forEach(inThin: window, members, body)
    }
  }

  /// Returns each object in `file`; ``forEach(in:_:)`` needs less memory for large archives.
  package static func all(in file: UnsafeRawBufferPointer) throws(ReadError) -> [ObjectFile] {
    var objects: [ObjectFile] = []
    try forEach(in: file) { objects.append($0) }
    return objects
  }

  /// Reads a file or slice for one architecture.
  private static func forEach(
    inThin window: Window,
    _ members: ThinMembers,
    _ body: (ObjectFile) throws(ReadError) -> Void
  ) throws(ReadError) {
    let format = FileFormat(of: window)
    if format == .textStub {
      return try TextStub.forEach(in: window) { stub throws(ReadError) in
        try body(stub.objectFile())
      }
    }
    guard format == .archive || format == .thinArchive else {
      return try body(ObjectFile(window, format))
    }
    try Archive.forEachMember(of: window, thin: format == .thinArchive) {
      (name, contents) throws(ReadError) in
      do throws(ReadError) {
        var object = ObjectFile(opaque: window, .unknown, .thinMember)
        if let contents = contents ?? members.contents(of: name) {
          object = try ObjectFile(contents, FileFormat(of: contents))
        }
        object.memberName = name
        try body(object)
      } catch {
        throw error.within(name)
      }
    }
  }

  private init(_ window: Window, _ format: FileFormat) throws(ReadError) {
    switch format {
    case .elf: self = try ELFImage(window).objectFile()
    case .machO: self = try MachOImage(window).objectFile()
    case .bitcode: self.init(opaque: window, .bitcode, .bitcode)
    case .pe: self = try PEImage(window).objectFile()
    case .importStub: self = try ImportStub(window).objectFile()
    case .bigCOFF where COFFObject.isBig(window):
      self = try COFFObject(window, isBig: true).objectFile()
    // What Microsoft's compiler leaves for its linker to compile, among others.
    case .bigCOFF: self.init(opaque: window, .coff, .unsupportedFormat)
    case .coff: self = try COFFObject(window).objectFile()
    case .wasm: self = try WasmModule(window).objectFile()
    case .textStub: self = TextStub(window: window).objectFile()
    // An archive in an archive is nothing that a linker would look into.
    case .archive, .thinArchive, .universal, .unknown:
      self.init(opaque: window, .unknown, .unknownFormat)
    }
  }

  private init(opaque window: Window, _ format: Format, _ reason: Unreadable) {
    self.init(
      window: window,
      format: format,
      kind: .other,
      architecture: nil,
      unreadable: reason,
      image: .none
    )
  }

  private static func opening(of window: Window) -> String {
    guard window.count > 0 else { return "an empty file" }
    let head = window.bytes.prefix(4)
    guard head.allSatisfy({ $0 >= 0x20 && $0 < 0x7F || $0 == 0x0A || $0 == 0x09 }) else {
      return "bytes of no known format"
    }
    return "text"
  }
}
