import AmalgamCore
import AmalgamTestSupport
import Testing

struct ArchiveListingTests {
  /// What GNU tar 1.34 printed, with `LC_ALL=C` and `--numeric-owner`.
  private static let gnu = """
    drwxr-xr-x 0/0               0 2026-11-30 08:13 top/
    -rw-r--r-- 0/0               4 2026-11-30 08:13 top/sp ace
    -rw-r--r-- 0/0               1 2026-11-30 08:13 top/new\\nline
    lrwxrwxrwx 0/0               0 2026-11-30 08:13 top/ln -> /etc/passwd
    hrw-r--r-- 0/0               0 2026-11-30 08:13 top/x link to top/y
    crw-r--r-- 0/0             1,3 2026-11-30 08:13 top/null

    """

  /// What bsdtar 3.6.2 printed of the same archive.
  private static let bsd = """
    drwxr-xr-x  0 0      0           0 Nov 30 08:13 top/
    -rw-r--r--  0 0      0           4 Nov 30  2022 top/sp ace
    -rw-r--r--  0 0      0           1 Nov 30 08:13 top/new\\nline
    lrwxrwxrwx  0 0      0           0 Nov 30 08:13 top/ln -> /etc/passwd
    hrw-r--r--  0 0      0           0 Nov 30 08:13 top/x link to top/y
    crw-r--r--  0 0      0         1,3 Nov 30 08:13 top/null

    """

  private static let zip = """
    Archive:  t.zip
    Zip file size: 1046 bytes, number of entries: 7
    drwxr-xr-x  3.0 unx        0 bx stor 26-Nov-30 08:13 top/
    lrwxrwxrwx  3.0 unx       11 bx stor 26-Nov-30 08:13 top/ln
    -rw-r--r--  3.0 unx        4 tx stor 26-Nov-30 08:13 top/sp ace
    -rw-------  2.0 fat        5 b- defN 26-Nov-30 08:13  x
    5 files, 22 bytes uncompressed, 22 bytes compressed:  0.0%

    """

  @Test(arguments: [gnu, bsd])
  func `the listing of either tar is read`(text: String) throws {
    let listing = try ArchiveListing(tar: text, archive: "x.tar")

    #expect(
      listing.entries == [
        ArchiveEntry(.directory, "top/"),
        ArchiveEntry(.file, "top/sp ace", size: 4),
        ArchiveEntry(.file, "top/new\\nline", size: 1),
        ArchiveEntry(.link(to: "/etc/passwd"), "top/ln"),
        ArchiveEntry(.link(to: "top/y"), "top/x"),
        ArchiveEntry(.special, "top/null"),
      ]
    )
  }

  @Test func `the listing of unzip is read`() throws {
    let listing = try ArchiveListing(zip: Self.zip, archive: "x.zip")

    #expect(
      listing.entries == [
        ArchiveEntry(.directory, "top/"),
        ArchiveEntry(.link(to: nil), "top/ln", size: 11),
        ArchiveEntry(.file, "top/sp ace", size: 4),
        ArchiveEntry(.file, " x", size: 5),
      ]
    )
  }

  @Test(arguments: ["-rw-r--r--", "x", "-rw-r--r-- 0/0 -5 2026-11-30 08:13 a", "-rw 0/0 z a b c"])
  func `a line that is no entry is refused`(line: String) {
    expectFailure("x.tar: error: has an entry that cannot be read: '\(line)'") {
      try ArchiveListing(tar: line, archive: "x.tar")
    }
  }

  @Test func `plain files and folders pass`() throws {
    try ArchiveListing([
      ArchiveEntry(.directory, "./"), ArchiveEntry(.directory, "top/"),
      ArchiveEntry(.file, "top/a..b", size: 5), ArchiveEntry(.file, "top/...", size: 0),
    ]).check(archive: "x.tar")
  }

  @Test(arguments: [
    (ArchiveEntry(.file, "/etc/x"), "'/etc/x', an absolute path"),
    (ArchiveEntry(.directory, "/"), "'/', an absolute path"),
    (ArchiveEntry(.file, "../x"), "'../x', which leads out by '..'"),
    (ArchiveEntry(.file, "a/../../x"), "'a/../../x', which leads out by '..'"),
    (ArchiveEntry(.directory, "a/.."), "'a/..', which leads out by '..'"),
    (
      ArchiveEntry(.link(to: "/etc"), "a/l"), "'a/l', a link to '/etc'; a source tree has none"
    ),
    (ArchiveEntry(.link(to: nil), "l"), "'l', a link; a source tree has none"),
    (ArchiveEntry(.special, "null"), "'null', a special file; a source tree has none"),
  ])
  func `an entry that could reach outside is refused`(entry: ArchiveEntry, what: String) {
    expectFailure("x.tar: error: has the entry \(what)") {
      try ArchiveListing([ArchiveEntry(.file, "a"), entry]).check(archive: "x.tar")
    }
  }

  @Test func `a name twice is refused, however it is spelt`() {
    expectFailure("x.tar: error: has the entry './a/b' twice") {
      try ArchiveListing([ArchiveEntry(.file, "a//b"), ArchiveEntry(.file, "./a/b")])
        .check(archive: "x.tar")
    }
  }

  @Test func `an archive of nothing is refused`() {
    expectFailure("x.tar: error: holds no file") {
      try ArchiveListing(tar: "", archive: "x.tar").check(archive: "x.tar")
    }
  }

  @Test func `512 MiB pass and one byte more does not, nor does a sum past all numbers`() throws {
    let half = ArchiveEntry(.file, "a", size: 256 << 20)

    try ArchiveListing([half, ArchiveEntry(.file, "b", size: 256 << 20)]).check(archive: "x.tar")

    expectFailure(
      "x.tar: error: unpacks to more than 512 MiB; the entry 'b' has 268435457 bytes"
    ) {
      try ArchiveListing([half, ArchiveEntry(.file, "b", size: 256 << 20 + 1)])
        .check(archive: "x.tar")
    }
    expectFailure(
      "x.tar: error: unpacks to more than 512 MiB; the entry 'b' has \(Int.max) bytes"
    ) {
      try ArchiveListing([half, ArchiveEntry(.file, "b", size: .max)]).check(archive: "x.tar")
    }
  }

  @Test func `10000 files pass and one more does not`() throws {
    let files = (0...10_000).map { ArchiveEntry(.file, "f\($0)") }

    try ArchiveListing(files.dropLast()).check(archive: "x.tar")

    expectFailure(
      "x.tar: error: has 10001 entries, and at most 10000 are unpacked; one more is 'f10000'"
    ) { try ArchiveListing(files).check(archive: "x.tar") }
  }
}
