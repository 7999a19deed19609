import AmalgamCore
import Foundation
import Testing

struct PrivacyManifestTests {
  private func categories(_ imports: Set<String>) throws -> [String: [String]] {
    let text = PrivacyManifest(imports).text
    let list = try PropertyListSerialization.propertyList(from: Data(text.utf8), format: nil)
    let manifest = try #require(list as? [String: Any])
    #expect(manifest["NSPrivacyTracking"] as? Bool == false)
    let types = try #require(manifest["NSPrivacyAccessedAPITypes"] as? [[String: Any]])
    return Dictionary(
      uniqueKeysWithValues: types.map {
        (
          $0["NSPrivacyAccessedAPIType"] as? String ?? "",
          $0["NSPrivacyAccessedAPITypeReasons"] as? [String] ?? []
        )
      }
    )
  }

  @Test func `an import of stat is a use of file timestamps`() throws {
    #expect(
      try categories(["fstat", "open"]) == ["NSPrivacyAccessedAPICategoryFileTimestamp": ["C617.1"]]
    )
  }

  @Test func `what is not imported is not claimed`() throws {
    #expect(try categories(["open", "read"]).isEmpty)
  }
}
