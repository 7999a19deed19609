/// A word of a link line that begins with a dash, apart into name and value.
///
/// GNU's long options may have one dash or two, and their value behind `=` or as the next word.
struct LinkOption {
  enum Kind {
    /// Says nothing of where a name comes from.
    case ignored
    /// Its value is a word such as those of `-z`.
    case keyword
    case file, wholeFile, list, library, framework
    /// Its value is a name that has to be found.
    case name
    /// Its value is a name and what that stands for.
    case definition
    /// Could decide on names and is not modelled.
    case unmodelled
  }

  /// With one dash.
  let name: String
  private let word: String
  private let attached: String?

  init(_ word: String) {
    self.word = word
    let single = word.hasPrefix("--") ? String(word.dropFirst()) : word
    let (long, value) = single.partsAtEquals
    if word == "--undefined" || long == "-undefined" && value != nil {
      // With one dash and a word behind it, it is Apple's, which has another meaning.
      (name, attached) = ("-u", value)
    } else if Self.kinds[single] != nil {
      (name, attached) = (single, nil)
    } else if value != nil, Self.kinds[long] != nil {
      (name, attached) = (long, value)
    } else if let option = Self.attaching.first(where: { single.hasPrefix($0.start) }) {
      (name, attached) = (option.name, String(single.dropFirst(option.start.utf8.count)))
    } else {
      (name, attached) = (single, nil)
    }
  }

  /// `nil` for a switch that has no value and says nothing of names.
  var kind: Kind? { Self.kinds[name] }

  /// Takes the option's values from the words behind it; empty where they are missing.
  func values(_ rest: inout ArraySlice<String>) -> [String] {
    if let attached { return attached.isEmpty ? [] : [attached] }
    var count = Self.counts[name] ?? 1
    // Linkers have a switch of that name.
    if name == "-x", !Self.languages.contains(rest.first ?? "") { count = 0 }
    defer { rest = rest.dropFirst(count) }
    return count == 0 ? [word] : Array(rest.prefix(count))
  }

  /// The option as it stands on the line.
  func spelled(_ values: [String]) -> String {
    attached != nil || values == [word] ? word : ([word] + values).joined(separator: " ")
  }

  /// Options whose value may follow without a blank.
  private static let attaching: [(start: String, name: String)] = [
    ("-weak-l", "-l"), ("-needed-l", "-l"), ("-reexport-l", "-l"), ("-hidden-l", "-l"),
    ("-upward-l", "-l"), ("-lazy-l", "-l"), ("-merge-l", "-l"), ("-l", "-l"), ("-z", "-z"),
    ("-T", "-T"),
  ]

  /// The values of a compiler's `-x`.
  private static let languages: Set<String> = [
    "none", "c", "c++", "objective-c", "objective-c++", "assembler", "assembler-with-cpp", "ir",
  ]

  /// How many words follow where it is not one.
  private static let counts: [String: Int] = [
    "-platform_version": 3, "-sectcreate": 3, "-sectalign": 3, "-segprot": 3, "-segaddr": 2,
    "-alias": 2, "-ObjC": 0, "-copy-dt-needed-entries": 0, "-start-lib": 0, "-flat_namespace": 0,
    "-add-needed": 0, "-ld_classic": 0, "-ld_new": 0, "-link-objc-runtime": 0,
  ]

  private static let kinds: [String: Kind] = {
    var kinds: [String: Kind] = [:]
    let words: [(Kind, String)] = [
      (.keyword, "-z"),
      (
        .file,
        "-weak_library -reexport_library -needed_library -upward_library -lazy_library "
          + "-merge_library -load_hidden"
      ),
      (.wholeFile, "-force_load"), (.list, "-filelist"), (.library, "-l -library"),
      (
        .framework,
        "-framework -weak_framework -needed_framework -reexport_framework -upward_framework "
          + "-lazy_framework -merge_framework"
      ),
      (.definition, "-defsym"), (.name, "-u -require-defined -e -entry"),
      (
        .unmodelled,
        "-T -script -dT -default-script -just-symbols -mri-script -wrap -b -format "
          + "-bundle_loader -alias -alias_list -ObjC -copy-dt-needed-entries -add-needed -start-lib "
          + "-flat_namespace -undefined-glob"
      ),
      (.ignored, ignored),
    ]
    for (kind, names) in words {
      for name in names.split(separator: " ") { kinds[String(name)] = kind }
    }
    return kinds
  }()

  /// Options of GNU ld, gold, lld, Apple's ld, clang, gcc and swiftc whose value is the next word.
  private static let ignored = """
    -L -library-path -F -I -R -h -m -o -x -A -B -D -G -U -Y -f -y -j -output -arch -target \
    -architecture -isysroot -sysroot -syslibroot -soname -rpath -rpath-link -install_name \
    -version-script -dynamic-linker -dynamic-list -retain-symbols-file -section-start -sort-section \
    -Tbss -Tdata -Ttext -Ttext-segment -Trodata-segment -hash-style -oformat -plugin -plugin-opt \
    -exclude-libs -export-dynamic-symbol -export-dynamic-symbol-list -auxiliary -audit -depaudit \
    -trace-symbol -gpsize -dependency-file -Map -filter -init -fini -unresolved-symbols -undefined \
    -current_version -compatibility_version -exported_symbols_list -unexported_symbols_list \
    -exported_symbol -unexported_symbol -lto_library -object_path_lto -cache_path_lto \
    -dependency_info -sectcreate -sectalign -segprot -segaddr -seg1addr -image_base -pagezero_size \
    -stack_size -headerpad -order_file -umbrella -allowable_client -client_name -sub_library \
    -sub_umbrella -dylinker_install_name -dylib_install_name -interposable_list \
    -max_default_common_align -sdk_version -dot -dylib_file -why_live -debug_variant -map \
    -read_only_relocs -final_output -commons -multiply_defined -add_ast_path -oso_prefix \
    -platform_version -macos_version_min -macosx_version_min -ios_version_min -mllvm -Xclang -Xcc \
    -Xfrontend -Xassembler -Xpreprocessor -Xarch_host -isystem -idirafter -iquote -include -MF -MT \
    -MQ -gcc-toolchain -param -aux-info -wrapper -sdk -swift-version -plugin-path \
    -external-plugin-path -load-plugin-library -load-plugin-executable -tools-directory \
    -resource-dir -module-cache-path -module-name -module-link-name -num-threads -package-name \
    -emit-module-path -enable-upcoming-feature -enable-experimental-feature -vfsoverlay \
    -working-directory -file-prefix-map -file-compilation-dir -runtime-compatibility-version \
    -ld-path -ld_classic -ld_new -link-objc-runtime -emit-tbd-path -output-file-map -swift-module-file -access-notes-path
    """
}

extension String {
  /// What stands before and behind the first `=`.
  fileprivate var partsAtEquals: (String, String?) {
    guard let equals = firstIndex(of: "=") else { return (self, nil) }
    return (String(self[..<equals]), String(self[index(after: equals)...]))
  }
}
