extension MachOImage {
  /// Calls `body` with each word of each `LC_LINKER_OPTION`.
  func forEachLinkerRequest(
    _ body: (LinkerRequest) throws(ReadError) -> Void
  ) throws(ReadError) {
    try forEachCommand { number, command throws(ReadError) in
      guard number == Command.linkerOption else { return }
      try command.suffix(from: 12, "a linker option").forEachText { text throws(ReadError) in
        try body(.option(text))
      }
    }
  }
}
