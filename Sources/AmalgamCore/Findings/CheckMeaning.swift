/// What each check asks, in one sentence: the help of a rule in reports, and of `explain`.
package enum CheckMeaning {
  /// Returns the sentence of the check with `id`, or `nil` where there is no such check.
  package static func of(_ id: String) -> String? { all[id] }

  /// By the check's id.
  package static let all: [String: String] = [
    // Of profiles and options.
    "profile-syntax": "Every line of a profile says something that the grammar knows.",
    "profile-inherit": "A profile inherits another that exists, and never itself.",
    "profile-unset": "What a profile unsets was set.",
    "profile-demand": "A profile does not require and forbid the same.",
    "duplicate-extension": "An extension is compiled in once.",
    "extension-name": "Each extension has an object file of its own.",
    "extension-set": "What a set names is asked for by that name alone, and only when asked.",
    "unknown-release": "The release that a profile names is pinned in releases.lock.",
    "unsupported-release": "The release can register extensions on every connection.",
    "unknown-option": "SQLite has an option of this name in this release.",
    "missing-prefix": "An option is spelt with the prefix that SQLite gives it.",
    "word-order": "The words of an option stand in SQLite's order.",
    "not-an-option": "The name is a compile-time option, no constant of the API and no switch.",
    "reserved-name": "The name is not one that SQLite defines for itself.",
    "no-effect": "The option changes something in this release.",
    "duplicate-option": "An option is set once, or each time to the same value.",
    "value-of-flag": "An option that SQLite tests with #ifdef is not set to 0.",
    "value-range": "The value is one that SQLite takes.",
    "missing-partner": "The options that an option needs are set as well.",
    "conflict": "No two options exclude each other.",
    "needs-regeneration": "Options that change the grammar are given to a generated amalgamation.",
    "broken-omit": "The release still builds and works with what is left out.",
    "refused": "The source does not stop with #error at an option, its value or two together.",
    "security-advice": "No option opens what SQLite's documentation advises to keep shut.",
    "outside-source": "The amalgamation has all that an option needs.",
    "platform": "The system that the profile is built for has code for the option.",
    // Of what was built.
    "compiler-warning": "The compiler has nothing to say of the variant's sources.",
    "release": "Header and library are of the release that was asked.",
    "compile-options": "The options that the library reports are those that were asked.",
    "effective-options": "The options that were asked have their effect, and no others have.",
    "missing-capability": "Everything that the profile promises is there.",
    "surplus-capability": "Nothing is there that the profile does not promise.",
    "file-compatibility": "Files that full writes were opened with the library.",
    "missing-symbol": "The library exports every name that the profile promises.",
    "surplus-symbol": "The library exports no name of an option that is not set.",
    "demand": "Everything that the profile requires is there, and nothing that it forbids.",
    "conformance": "Every case of every suite answers as SQLite's documentation says.",
    "crash": "No case ends the process.",
    "hang": "Every suite ends within its time, and with an end to what it writes.",
    "leak": "No memory is held after the last connection is closed.",
    "linkage": "Archive and shared library link as a user links them, and answer alike.",
    "registration":
      "Every connection has what is automatic and what it asks for, and nothing is read for it.",
    "contents": "Each finished file holds one copy of the SQLite that runs from it.",
    "acceptance": "Every accept line covers a finding, and its day has not come.",
    "limit": "The files are no larger than the profile allows.",
  ]
}
