import AmalgamCore
import ObjectFiles

/// Reads the files that `inspect` was given.
package struct Inspector {
  private let tables: Tables
  private let checkIns: CheckIns
  private let names: KnownAPI

  /// Reads the tables that the binary carries.
  package init() throws {
    tables = try Tables()
    checkIns = try Tables.checkIns()
    names = KnownAPI(tables.catalogue)
  }

  /// Returns what the files say of `requirements`; `hashing` adds the digest of each file with a
  /// copy, which takes longer than all else.
  package func inspect(
    _ program: ProgramFiles,
    requirements: [Requirement],
    hashing: Bool
  ) -> Inspection {
    var inspected: [InspectedFile] = []
    var failures = program.failures
    for file in program.files {
      do throws(ReadError) {
        var result = try InspectedFile(
          name: file.name,
          bytes: file.bytes,
          members: file.members,
          catalogue: tables.catalogue,
          names: names,
          checkIns: checkIns
        )
        if requirements.contains(where: \.isOfFile) {
          result.facts = try FileFacts(file: file.name, bytes: file.bytes, members: file.members)
        }
        if hashing, !result.copies.isEmpty { result.digest = SHA256.hexDigest(of: file.bytes) }
        inspected.append(result)
      } catch {
        failures.append(file.failure(error))
      }
    }
    return Inspection(
      inspected,
      failures: failures,
      requirements: requirements,
      catalogue: tables.catalogue
    )
  }
}
