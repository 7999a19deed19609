package struct ProfileLint {
  package init(catalogue: OptionCatalogue, names: OptionNames, release: Version) {}
  package func findings(in p: ResolvedProfile) -> ([Finding], Int) { ([], 0) }
}
