import AmalgamCore
import Foundation
import Testing

/// Lint on lists of options that well-known builds publish, each written as its build file does.
struct PublishedListTests {
  struct List: Sendable, CustomTestStringConvertible {
    let name: String
    let file: String
    /// How the file writes options.
    let style: @Sendable ([String]) -> String
    /// Without `SQLITE_`, but for names that never have it.
    let options: String
    /// Severity, check and option of each finding.
    let findings: [String]

    var testDescription: String { name }
    var names: [String] { options.split { $0 == " " || $0 == "\n" }.map(String.init) }
    var text: String {
      style(names.map { $0.hasPrefix("HAVE_") || $0.hasPrefix("SQLITE_") ? $0 : "SQLITE_\($0)" })
    }
  }

  @Test(arguments: lists)
  func `a published list has the findings of its dead names and no other error`(list: List) throws {
    let input = LintInput(
      text: OptionText(list.text, file: list.file),
      release: Version(3, 53, 4),
      names: try EmbeddedTables.names(),
      catalogue: try EmbeddedTables.catalogue()
    )

    #expect(input.mentions.count == list.names.count)
    #expect(
      Lint.run(on: input).findings.map { "\($0.severity) \($0.check) \($0.subject)" }.sorted()
        == list.findings.sorted()
    )
  }

  private static let json = "warning no-effect SQLITE_ENABLE_JSON1"
  private static let limit = "warning needs-regeneration SQLITE_ENABLE_UPDATE_DELETE_LIMIT"
  private static let load = "warning security-advice SQLITE_ENABLE_LOAD_EXTENSION"
  private static let tokenizer = "warning security-advice SQLITE_ENABLE_FTS3_TOKENIZER"

  static let lists = [
    List(
      name: "Apple, as a device prints it",
      file: "options.txt",
      style: {
        $0.map { $0.replacingOccurrences(of: "SQLITE_", with: "") }.joined(separator: "\n")
      },
      options: """
        BUG_COMPATIBLE_20160819 CCCRYPT256 CODEC=see-cccrypt DEFAULT_CACHE_SIZE=128
        DEFAULT_CKPTFULLFSYNC DEFAULT_JOURNAL_SIZE_LIMIT=32768 DEFAULT_LOOKASIDE=1200,40
        DEFAULT_MEMSTATUS=0 DEFAULT_MMAP_SIZE=0 DEFAULT_PAGE_SIZE=4096 DEFAULT_SYNCHRONOUS=2
        DEFAULT_WAL_SYNCHRONOUS=1 DQS=3 ENABLE_API_ARMOR ENABLE_BYTECODE_VTAB ENABLE_COLUMN_METADATA
        ENABLE_DBSTAT_VTAB ENABLE_FTS3 ENABLE_FTS3_PARENTHESIS ENABLE_FTS3_TOKENIZER ENABLE_FTS4
        ENABLE_FTS5 ENABLE_LOCKING_STYLE=1 ENABLE_MATH_FUNCTIONS ENABLE_NORMALIZE
        ENABLE_PREUPDATE_HOOK ENABLE_RTREE ENABLE_SESSION ENABLE_SETLK_TIMEOUT=2 ENABLE_SNAPSHOT
        ENABLE_SQLLOG ENABLE_STMT_SCANSTATUS ENABLE_UNKNOWN_SQL_FUNCTION
        ENABLE_UPDATE_DELETE_LIMIT HAS_CODEC_RESTRICTED MAX_LENGTH=2147483645
        MAX_MMAP_SIZE=1073741824 MAX_VARIABLE_NUMBER=500000 OMIT_AUTORESET OMIT_LOAD_EXTENSION
        STMTJRNL_SPILL=131072 THREADSAFE=2 USE_URI
        """,
      findings: [
        tokenizer, "note not-an-option SQLITE_CCCRYPT256", "note not-an-option SQLITE_CODEC",
        "note not-an-option SQLITE_HAS_CODEC_RESTRICTED",
      ]
    ),
    List(
      name: "Debian",
      file: "rules",
      style: flags,
      options: """
        SECURE_DELETE ENABLE_COLUMN_METADATA ENABLE_FTS3 ENABLE_FTS3_PARENTHESIS ENABLE_RTREE
        SOUNDEX ENABLE_DBPAGE_VTAB ENABLE_DBSTAT_VTAB ALLOW_ROWID_IN_VIEW ENABLE_UPDATE_DELETE_LIMIT
        ENABLE_LOAD_EXTENSION ENABLE_JSON1 LIKE_DOESNT_MATCH_BLOBS THREADSAFE=1 ENABLE_FTS4
        ENABLE_FTS5 USE_URI MAX_SCHEMA_RETRY=25 ENABLE_PREUPDATE_HOOK ENABLE_SESSION
        ENABLE_STMTVTAB STRICT_SUBTYPE MAX_VARIABLE_NUMBER=250000 ENABLE_UNLOCK_NOTIFY
        """,
      findings: [json, limit, load]
    ),
    List(
      name: "Homebrew",
      file: "sqlite.rb",
      style: { $0.map { "ENV.append \"CPPFLAGS\", \"-D\($0)\"\n" }.joined() },
      options: """
        ENABLE_API_ARMOR=1 ENABLE_COLUMN_METADATA=1 ENABLE_DBSTAT_VTAB=1 ENABLE_FTS3=1
        ENABLE_FTS3_PARENTHESIS=1 ENABLE_FTS5=1 ENABLE_JSON1=1 ENABLE_MEMORY_MANAGEMENT=1
        ENABLE_PREUPDATE_HOOK=1 ENABLE_RTREE=1 ENABLE_SESSION=1 ENABLE_STAT4=1
        ENABLE_UNLOCK_NOTIFY=1 MAX_VARIABLE_NUMBER=250000 USE_URI=1
        """,
      findings: [json]
    ),
    List(
      name: "nixpkgs",
      file: "default.nix",
      style: { "NIX_CFLAGS_COMPILE = toString [\n" + $0.map { "  \"-D\($0)\"\n" }.joined() + "];" },
      options: """
        ENABLE_COLUMN_METADATA ENABLE_DBSTAT_VTAB ENABLE_JSON1 ENABLE_FTS3 ENABLE_FTS3_PARENTHESIS
        ENABLE_FTS3_TOKENIZER ENABLE_FTS4 ENABLE_FTS5 ENABLE_PREUPDATE_HOOK ENABLE_RTREE
        ENABLE_SESSION ENABLE_STMT_SCANSTATUS ENABLE_UNLOCK_NOTIFY SOUNDEX SECURE_DELETE
        MAX_VARIABLE_NUMBER=250000 MAX_EXPR_DEPTH=10000
        """,
      findings: [json, tokenizer]
    ),
    List(
      name: "better-sqlite3",
      file: "defines.gypi",
      style: { "{\n  'defines': [\n" + $0.map { "    '\($0)',\n" }.joined() + "  ],\n}\n" },
      options: """
        HAVE_INT16_T=1 HAVE_INT32_T=1 HAVE_INT8_T=1 HAVE_STDINT_H=1 HAVE_UINT16_T=1 HAVE_UINT32_T=1
        HAVE_UINT8_T=1 HAVE_USLEEP=1 DEFAULT_CACHE_SIZE=-16000 DEFAULT_FOREIGN_KEYS=1
        DEFAULT_MEMSTATUS=0 DEFAULT_WAL_SYNCHRONOUS=1 DQS=0 ENABLE_COLUMN_METADATA
        ENABLE_DBSTAT_VTAB ENABLE_DESERIALIZE ENABLE_FTS3 ENABLE_FTS3_PARENTHESIS ENABLE_FTS4
        ENABLE_FTS5 ENABLE_GEOPOLY ENABLE_JSON1 ENABLE_MATH_FUNCTIONS ENABLE_PERCENTILE
        ENABLE_RTREE ENABLE_STAT4 ENABLE_UPDATE_DELETE_LIMIT LIKE_DOESNT_MATCH_BLOBS
        OMIT_DEPRECATED OMIT_PROGRESS_CALLBACK OMIT_SHARED_CACHE OMIT_TCL_VARIABLE SOUNDEX
        THREADSAFE=2 TRACE_SIZE_LIMIT=32 USE_URI=0
        """,
      findings: [
        json, limit, "warning no-effect SQLITE_ENABLE_DESERIALIZE", "error no-effect HAVE_INT32_T",
      ]
    ),
    List(
      name: "rusqlite",
      file: "build.rs",
      style: {
        "cfg.file(\"sqlite3.c\")\n" + $0.map { "    .flag(\"-D\($0)\")\n" }.joined() + ";\n"
      },
      options: """
        CORE DEFAULT_FOREIGN_KEYS=1 ENABLE_API_ARMOR ENABLE_COLUMN_METADATA ENABLE_DBSTAT_VTAB
        ENABLE_FTS3 ENABLE_FTS3_PARENTHESIS ENABLE_FTS5 ENABLE_JSON1 ENABLE_LOAD_EXTENSION=1
        ENABLE_MEMORY_MANAGEMENT ENABLE_RTREE ENABLE_STAT4 SOUNDEX THREADSAFE=1 USE_URI
        HAVE_USLEEP=1 HAVE_ISNAN
        """,
      findings: [json, load]
    ),
    List(
      name: "SQLiteLib of GRDB",
      file: "SQLiteLib.xcconfig",
      style: {
        "SQLLIBRARY_CFLAGS = " + $0.map { "-D\($0)" }.joined(separator: " ") + " $(CUSTOM)\n"
      },
      options: """
        ENABLE_API_ARMOR ENABLE_FTS3 ENABLE_FTS3_PARENTHESIS ENABLE_RTREE ENABLE_UPDATE_DELETE_LIMIT
        OMIT_AUTORESET OMIT_BUILTIN_TEST SYSTEM_MALLOC THREADSAFE=2 OS_UNIX=1 MAX_MMAP_SIZE=0
        """,
      findings: [limit, "error no-effect SQLITE_OMIT_BUILTIN_TEST"]
    ),
    List(
      name: "sbooth's traits",
      file: "Package.swift",
      style: packageManifest,
      options: """
        THREADSAFE=0 DQS=0 DEFAULT_MEMSTATUS=0 DEFAULT_WAL_SYNCHRONOUS=1 LIKE_DOESNT_MATCH_BLOBS
        MAX_EXPR_DEPTH=0 STRICT_SUBTYPE HAVE_ISNAN ENABLE_CARRAY ENABLE_FTS5 ENABLE_MATH_FUNCTIONS
        ENABLE_PERCENTILE ENABLE_RTREE ENABLE_SNAPSHOT ENABLE_STAT4 ENABLE_STMTVTAB OMIT_AUTOINIT
        OMIT_DECLTYPE OMIT_DEPRECATED OMIT_PROGRESS_CALLBACK OMIT_SHARED_CACHE
        """,
      findings: []
    ),
    List(
      name: "what SQLite recommends",
      file: "flags",
      style: flags,
      options: """
        DQS=0 THREADSAFE=0 DEFAULT_MEMSTATUS=0 DEFAULT_WAL_SYNCHRONOUS=1 LIKE_DOESNT_MATCH_BLOBS
        MAX_EXPR_DEPTH=0 OMIT_DECLTYPE OMIT_DEPRECATED OMIT_PROGRESS_CALLBACK OMIT_SHARED_CACHE
        USE_ALLOCA OMIT_AUTOINIT STRICT_SUBTYPE=1
        """,
      findings: []
    ),
    List(
      name: "sqlite3.dart",
      file: "description.dart",
      style: { "const defines = '''\n" + $0.map { "  \($0)\n" }.joined() + "''';\n" },
      options: """
        ENABLE_BATCH_ATOMIC_WRITE ENABLE_DBSTAT_VTAB ENABLE_FTS5 ENABLE_MATH_FUNCTIONS
        ENABLE_PREUPDATE_HOOK ENABLE_RTREE ENABLE_SESSION DQS=0 DEFAULT_MEMSTATUS=0 TEMP_STORE=2
        MAX_EXPR_DEPTH=0 STRICT_SUBTYPE=1 OMIT_AUTHORIZATION OMIT_DECLTYPE OMIT_DEPRECATED
        OMIT_PROGRESS_CALLBACK OMIT_SHARED_CACHE OMIT_TCL_VARIABLE OMIT_TRACE USE_ALLOCA UNTESTABLE
        SQLITE_HAVE_ISNAN SQLITE_HAVE_LOCALTIME_R SQLITE_HAVE_LOCALTIME_S
        SQLITE_HAVE_MALLOC_USABLE_SIZE SQLITE_HAVE_STRCHRNUL
        """,
      findings: ["LOCALTIME_R", "LOCALTIME_S", "MALLOC_USABLE_SIZE", "STRCHRNUL"].map {
        "error not-an-option SQLITE_HAVE_\($0)"
      }
    ),
    List(
      name: "vapor",
      file: "Package.swift",
      style: packageManifest,
      options: """
        THREADSAFE=1 DQS=0 DEFAULT_MEMSTATUS=0 MAX_VARIABLE_NUMBER=250000 SECURE_DELETE USE_URI
        UNTESTABLE ENABLE_COLUMN_METADATA ENABLE_DBSTAT_VTAB ENABLE_FTS3 ENABLE_FTS3_PARENTHESIS
        ENABLE_FTS3_TOKENIZER ENABLE_FTS4 ENABLE_FTS5 ENABLE_NULL_TRIM ENABLE_RTREE ENABLE_SESSION
        ENABLE_STMTVTAB ENABLE_UNLOCK_NOTIFY OMIT_COMPLETE OMIT_DEPRECATED OMIT_DESERIALIZE
        OMIT_GET_TABLE OMIT_LOAD_EXTENSION OMIT_PROGRESS_CALLBACK OMIT_SHARED_CACHE
        OMIT_TCL_VARIABLE OMIT_TRACE
        """,
      findings: [tokenizer, "error missing-partner SQLITE_ENABLE_SESSION"]
    ),
    List(
      name: "requery",
      file: "Android.mk",
      style: continuedFlags,
      options: """
        ENABLE_FTS3 ENABLE_FTS3_PARENTHESIS ENABLE_FTS4 ENABLE_FTS4_PARENTHESIS ENABLE_FTS5
        ENABLE_FTS5_PARENTHESIS ENABLE_JSON1 THREADSAFE=2 TEMP_STORE=3
        """,
      findings: [
        json, "error no-effect SQLITE_ENABLE_FTS4_PARENTHESIS",
        "warning no-effect SQLITE_ENABLE_FTS5_PARENTHESIS",
      ]
    ),
    List(
      name: "mattn/go-sqlite3",
      file: "sqlite3.go",
      style: { "/*\n" + $0.map { "#cgo CFLAGS: -D\($0)\n" }.joined() + "*/\nimport \"C\"\n" },
      options: """
        ENABLE_RTREE THREADSAFE=1 ENABLE_FTS3 ENABLE_FTS3_PARENTHESIS ENABLE_FTS4_UNICODE61
        TRACE_SIZE_LIMIT=15 OMIT_DEPRECATED DEFAULT_WAL_SYNCHRONOUS=1 ENABLE_UPDATE_DELETE_LIMIT
        INTROSPECTION_PRAGMAS USER_AUTHENTICATION SECURE_DELETE=FAST
        """,
      findings: [
        limit, "warning no-effect SQLITE_ENABLE_FTS4_UNICODE61",
        "warning no-effect SQLITE_INTROSPECTION_PRAGMAS",
        "error no-effect SQLITE_USER_AUTHENTICATION", "error security-advice SQLITE_SECURE_DELETE",
      ]
    ),
    List(
      name: "the pod of SQLCipher",
      file: "SQLCipher.podspec",
      style: { "s.compiler_flags = '" + $0.map { "-D\($0)" }.joined(separator: " ") + "'\n" },
      options: """
        HAS_CODEC TEMP_STORE=2 SOUNDEX THREADSAFE ENABLE_RTREE ENABLE_STAT3 ENABLE_STAT4
        ENABLE_COLUMN_METADATA ENABLE_MEMORY_MANAGEMENT ENABLE_LOAD_EXTENSION ENABLE_FTS4
        ENABLE_FTS4_UNICODE61 ENABLE_FTS3_PARENTHESIS ENABLE_UNLOCK_NOTIFY ENABLE_JSON1 ENABLE_FTS5
        """,
      findings: [
        json, load, "error no-effect SQLITE_HAS_CODEC", "error no-effect SQLITE_ENABLE_STAT3",
        "warning no-effect SQLITE_ENABLE_FTS4_UNICODE61",
      ]
    ),
    List(
      name: "op-sqlite",
      file: "op-sqlite.podspec",
      style: {
        "'GCC_PREPROCESSOR_DEFINITIONS' => '$(inherited) " + $0.joined(separator: " ") + "',\n"
      },
      options: "DBCONFIG_ENABLE_LOAD_EXTENSION=1 DQS=0 ENABLE_FTS5=1",
      findings: ["error not-an-option SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION"]
    ),
    List(
      name: "SQLite3 Multiple Ciphers",
      file: "CMakeLists.txt",
      style: { "target_compile_definitions(x PRIVATE\n  " + $0.joined(separator: "\n  ") + ")\n" },
      options: "ENABLE_DEBUG THREADSAFE=1 DQS=0",
      findings: ["error no-effect SQLITE_ENABLE_DEBUG"]
    ),
    List(
      name: "two features of vcpkg",
      file: "flags",
      style: flags,
      options: "ENABLE_GEOPOLY ENABLE_UPDATE_DELETE_LIMIT",
      findings: [limit, "error missing-partner SQLITE_ENABLE_GEOPOLY"]
    ),
  ]

  private static let flags: @Sendable ([String]) -> String = {
    $0.map { "-D\($0)" }.joined(separator: " ")
  }

  private static let continuedFlags: @Sendable ([String]) -> String = {
    "LOCAL_CFLAGS += " + $0.map { "-D\($0)" }.joined(separator: " \\\n  ") + "\n"
  }

  private static let packageManifest: @Sendable ([String]) -> String = {
    let lines = $0.map { option in
      let parts = option.split(separator: "=")
      return parts.count == 1
        ? "  .define(\"\(option)\"),\n" : "  .define(\"\(parts[0])\", to: \"\(parts[1])\"),\n"
    }
    return "cSettings: [\n" + lines.joined() + "]\n"
  }
}
