import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Foundation
import Testing

struct StatRecordTests {
  private let folder: TemporaryFolder
  private let path: String
  private let record: StatRecord

  init() throws {
    folder = try TemporaryFolder()
    path = try folder.write("abc", to: "f")
    record = StatRecord(key: "k", entries: [try StatRecord.entry(path, files: SystemFiles())])
  }

  private var place: String { "\(folder.path)/record" }

  private func change() -> String? { record.firstChange(files: SystemFiles(), keptAt: place) }

  @Test func `a record reads back what it wrote`() {
    #expect(StatRecord(record.text) == record)
    #expect(StatRecord("") == nil)
    #expect(StatRecord(String(record.text.dropLast())) == nil)
  }

  @Test func `an untouched file is unchanged`() {
    #expect(change() == nil)
  }

  @Test func `a byte edited with size and time kept is a change`() throws {
    let date = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate]
    let handle = try #require(FileHandle(forWritingAtPath: path))
    handle.write(Data("abd".utf8))
    try handle.close()
    try FileManager.default.setAttributes([.modificationDate: date as Any], ofItemAtPath: path)

    #expect(change() == path)
  }

  @Test func `the same bytes under a new time are no change, and are read this once`() throws {
    try folder.write("abc", to: "f")

    #expect(change() == nil)
    let kept = try #require(StatRecord(try folder.read("record")))
    #expect(kept.key == record.key)
    #expect(kept.entries.map(\.status) == [StatRecord.status(of: path)])
    #expect(kept.entries.map(\.digest) == record.entries.map(\.digest))
  }

  @Test func `a record is left as it is where nothing or a byte has changed`() throws {
    #expect(change() == nil)
    try folder.write("abd", to: "f")
    #expect(change() == path)
    #expect(!SystemFiles().isFile(place))
  }

  @Test func `a file that is gone, longer or shorter is a change`() throws {
    try folder.write("abcd", to: "f")
    #expect(change() == path)
    try folder.write("ab", to: "f")
    #expect(change() == path)
    try SystemFiles().remove(path)
    #expect(change() == path)
  }
}
