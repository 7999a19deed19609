/// Reads the catalogue's text: blocks that begin at a line's first column, indented lines below.
///
/// A block is an option with its kind, `stock`, `extension NAME`, or `fault NAME`. Every line but `probe` and
/// `means` may end in `from VERSION`, `until VERSION` and `if VALUES`.
struct CatalogueReader {
  private enum Block {
    case none, stock, option
    case addOn(ExtensionRow)
    case fault(ReleaseFault)
  }

  private(set) var catalogue = OptionCatalogue()
  private(set) var failures: [Failure] = []
  private var block = Block.none
  /// The row of an option's block: there are hundreds, of some size, so each grows in its place.
  private var row: OptionRow?

  mutating func read(_ text: String, file: String) {
    for line in SourceLine.lines(of: text, file: file) where !line.words.isEmpty {
      if let column = line.openQuoteColumn {
        failures.append(Failure("\(file):\(line.number):\(column)", "a quote that is never closed"))
      } else if line.isIndented {
        readItem(CatalogueItem(line))
      } else {
        endBlock()
        beginBlock(line)
      }
    }
    endBlock()
  }

  private mutating func beginBlock(_ line: SourceLine) {
    let words = line.words
    let kind = words.count == 2 ? OptionRow.Kind(rawValue: words[1].text) : nil
    if words.count == 1, words[0].text == "stock" {
      block = .stock
    } else if words.count == 2, words[0].text == "extension" {
      block = .addOn(ExtensionRow(name: words[1].text))
    } else if words.count == 2, words[0].text == "fault" {
      block = .fault(ReleaseFault(name: words[1].text))
    } else if let kind, CompileOption.isName(words[0].text) {
      block = .option
      row = OptionRow(name: words[0].text, kind: kind, at: line.location(of: words[0]))
    } else {
      complain(.noBlock(words.map(\.text).joined(separator: " ")), at: line.location())
    }
  }

  private mutating func endBlock() {
    switch block {
    case .none, .stock:
      break
    case .option:
      if let row, !catalogue.add(row) { complain(.twice(row.name), at: row.location) }
      row = nil
    case .addOn(let row):
      catalogue.extensions[row.name] = row
    case .fault(let fault):
      catalogue.faults.append(fault)
    }
    block = .none
  }

  /// Adds to the block, which is taken out of its place meanwhile: lists that two hold are copied.
  private mutating func readItem(_ item: CatalogueItem) {
    do throws(CatalogueItem.Problem) {
      switch block {
      case .none:
        throw .noBlock(item.keyword)
      case .stock:
        try readStock(item)
      case .option:
        try row?.read(item)
      case .addOn(var row):
        block = .none
        defer { block = .addOn(row) }
        try item.apply(to: &row)
      case .fault(var fault):
        block = .none
        defer { block = .fault(fault) }
        try item.apply(to: &fault)
      }
    } catch {
      complain(error, at: item.location)
    }
  }

  private mutating func readStock(_ item: CatalogueItem) throws(CatalogueItem.Problem) {
    switch item.keyword {
    case "adds":
      catalogue.stock += try item.capabilities()
    case "measured":
      for word in item.words {
        guard let version = Version(word) else { throw .noVersion(word) }
        catalogue.measured.insert(version)
      }
    default:
      throw .unknown(item.keyword)
    }
  }

  private mutating func complain(_ problem: CatalogueItem.Problem, at location: SourceLocation) {
    failures.append(Failure(location.description, problem.message))
  }
}

extension OptionCatalogue {
  /// Reads tables, each with the name that messages give it; throws all their problems at once.
  package init(parsing tables: [(text: String, file: String)]) throws(Failures) {
    var reader = CatalogueReader()
    for table in tables { reader.read(table.text, file: table.file) }
    guard reader.failures.isEmpty else { throw Failures(reader.failures) }
    self = reader.catalogue
  }
}
