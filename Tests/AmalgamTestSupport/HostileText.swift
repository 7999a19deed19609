/// Text that tries to be more than text in every form of a report.
package enum HostileText {
  /// Markup, the ends of CDATA and comments, a workflow command, an escape sequence, a line break,
  /// Markdown, what is not allowed in XML, and the trace of invalid UTF-8.
  package static let all = """
    <script>alert(1)</script>]]>--><b>&amp;"'\u{1B}[31m\r
    ::error file=x::y%0A| `**[a](javascript:b)**` \u{FFFE}\u{0}\u{202E}\u{FFFD}
    """
}
