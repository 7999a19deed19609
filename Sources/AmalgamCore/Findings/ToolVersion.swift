/// The version of the tool, for what it writes.
package enum ToolVersion {
  package static let text = "0.1.0"
}
