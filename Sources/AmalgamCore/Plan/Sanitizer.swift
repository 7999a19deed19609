/// What a compiler can build into a variant to watch it while it runs.
package enum Sanitizer: String, Sendable, CaseIterable {
  /// AddressSanitizer, with the leak check that comes with it.
  case address

  /// The flags of gcc and clang for what is compiled: nothing is optimised away, and lines are known.
  package var compileFlags: [String] { ["-O0", "-g", "-fno-omit-frame-pointer"] + linkFlags }

  /// The flags for what is linked.
  package var linkFlags: [String] { ["-fsanitize=\(rawValue)"] }

  /// What a process runs with, in place of what the user has set: the first error ends it, a leak is
  /// an error, and a request for more memory than there is fails as it does without a sanitizer.
  package var environment: [String: String] {
    [
      "ASAN_OPTIONS":
        "abort_on_error=0:allocator_may_return_null=1:detect_leaks=1:exitcode=\(Self.exitStatus):"
        + "halt_on_error=1:log_path=stderr:symbolize=1",
      "LSAN_OPTIONS": "exitcode=\(Self.exitStatus)",
    ]
  }

  /// The status of a process that the sanitizer has ended.
  package static let exitStatus: Int32 = 23

  /// Whether a name is one that compilers define beside each global of what they watch.
  static func isOwn(_ symbol: String) -> Bool {
    ["__odr_asan", "__asan_", "___asan_"].contains { symbol.hasPrefix($0) }
  }
}

/// What AddressSanitizer wrote of the error that ended a process.
package struct SanitizerReport: Hashable, Sendable {
  /// The rest of its `SUMMARY:` line, such as `heap-buffer-overflow ext.c:12:10 in overrun`.
  package let summary: String
  /// The first calls of its first stack, innermost first, such as `overrun ext.c:12:10`; without those
  /// of the sanitizer's own and of the driver.
  package let calls: [String]

  package init(summary: String, calls: [String]) {
    self.summary = summary
    self.calls = calls
  }

  private static let head = "SUMMARY: AddressSanitizer: "
  private static let mostCalls = 6

  /// Reads what a process wrote to its error stream; `nil` where no such report is in it.
  package init?(_ text: String) {
    let lines = text.split(whereSeparator: \.isNewline)
    guard let line = lines.last(where: { $0.hasPrefix(Self.head) }) else { return nil }
    summary = String(line.dropFirst(Self.head.count)).cut(to: 200)
    let frames = lines.drop { !$0.isFrame(0) }
    var calls: [String] = []
    for (index, line) in frames.prefix(Self.mostCalls).enumerated() {
      guard line.isFrame(index), let call = line.call, !call.isOfDriver else { break }
      if !call.isOfSanitizer { calls.append(call.cut(to: 200)) }
    }
    self.calls = calls
  }
}

extension String {
  /// Whether a call is of the sanitizer's stand-in for `malloc` and the like.
  fileprivate var isOfSanitizer: Bool { contains("compiler-rt/lib/") || contains("libsanitizer/") }

  /// Whether a call is of the conformance driver, which every stack ends with.
  fileprivate var isOfDriver: Bool { contains("/driver.c:") || contains("/probes.c:") }
}

extension Substring {
  /// Whether the line is the call number `index` of a stack: `    #1 0x55d in overrun ext.c:12:10`.
  fileprivate func isFrame(_ index: Int) -> Bool {
    drop { $0 == " " }.hasPrefix("#\(index) ")
  }

  /// The function and its place.
  fileprivate var call: String? {
    let words = split(separator: " ", maxSplits: 3, omittingEmptySubsequences: true)
    guard words.count == 4, words[1].hasPrefix("0x") else { return nil }
    return String(words[2] == "in" ? words[3] : words[2] + " " + words[3])
  }
}
