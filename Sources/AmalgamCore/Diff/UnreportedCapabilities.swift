extension OptionCatalogue {
  /// The capabilities that options bring and take away which SQLite never reports, with one of them.
  func unreported(
    in release: Version
  ) -> (added: [Capability: String], removed: [Capability: String]) {
    let silent = rows.filter {
      $0.isOption && $0.releases.contains(release) && $0.reportForm(in: release) == .never
    }
    func table(_ lines: (OptionRow) -> [Qualified<Capability>]) -> [Capability: String] {
      let pairs = silent.flatMap { row in
        lines(row).filter { $0.releases.contains(release) }.map { ($0.value, row.name) }
      }
      return Dictionary(pairs) { first, _ in first }
    }
    return (table(\.adds), table(\.removes))
  }
}
