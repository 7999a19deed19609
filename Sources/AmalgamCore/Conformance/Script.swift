/// A conformance script: records in the order in which they run.
package struct Script: Hashable, Sendable {
  package enum Dialect: Hashable, Sendable {
    /// SQLite's own sqllogictest, whose collection runs unchanged.
    case logicTest
    /// First line `# amalgam 1`: values compare by storage class too.
    case strict
  }

  /// What the script's database lies in.
  package enum Database: String, Hashable, Sendable, CaseIterable {
    case memory, file, wal
  }

  /// The suite's name: the file's, without `.test`.
  package let name: String
  /// The file, as messages name it.
  package let file: String
  package let dialect: Dialect
  /// Each kind of database that it runs in.
  package let databases: [Database]
  package let records: [Record]

  package init(
    name: String,
    file: String,
    dialect: Dialect,
    databases: [Database] = [.memory, .file],
    records: [Record]
  ) {
    self.name = name
    self.file = file
    self.dialect = dialect
    self.databases = databases
    self.records = records
  }

  /// Returns the name of the suite in the file `path`.
  package static func name(ofFile path: String) -> String {
    let name = Path.name(of: path)
    return name.hasSuffix(".test") ? String(name.dropLast(5)) : name
  }
}

/// One record of a script.
package struct Record: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case statement(sql: String, Expectation)
    case query(Query)
    case plan(sql: String, PlanDemand)
    case probe(String)
    /// Holds for the rest of the file.
    case require(Condition)
    case connection(String)
    case disconnect(String)
    /// An extension or a set that the connection asks for.
    case register(String)
    case restart
    /// Nothing after it runs.
    case halt
  }

  /// What a statement record expects.
  package enum Expectation: Hashable, Sendable {
    case success
    /// An error whose message begins with the text; any error where it is `nil`.
    case error(prefix: String?)
  }

  /// A `query` record.
  package struct Query: Hashable, Sendable {
    package enum Order: String, Hashable, Sendable, CaseIterable {
      case nosort, rowsort, valuesort
    }

    package let sql: String
    /// One letter a column.
    package let columns: [Column]
    package let order: Order
    /// Queries of one label must all have the same values.
    package let label: String?
    package let expected: ExpectedValues
  }

  /// What a `plan` record demands of the detail column of EXPLAIN QUERY PLAN.
  package struct PlanDemand: Hashable, Sendable {
    /// Whether some step must have the text; otherwise none may.
    package let isRequired: Bool
    package let text: String
  }

  package let kind: Kind
  /// The record's first line, below its `skipif` and `onlyif` lines.
  package let location: SourceLocation
  package let guards: [Guard]

  package init(_ kind: Kind, at location: SourceLocation, guards: [Guard] = []) {
    self.kind = kind
    self.location = location
    self.guards = guards
  }

  /// A `skipif` or `onlyif` line.
  package struct Guard: Hashable, Sendable {
    /// Whether the record runs only where the condition holds; otherwise only where it does not.
    package let isOnly: Bool
    package let condition: Condition
  }
}

/// How a column's values are compared.
package enum Column: Character, Hashable, Sendable, CaseIterable {
  case integer = "I"
  case real = "R"
  case text = "T"
  case blob = "B"
  case literal = "L"
}

/// What a `query` record expects, in the form its dialect compares.
package enum ExpectedValues: Hashable, Sendable {
  /// Values of a strict script, one a line.
  case values([Value])
  /// Lines of a sqllogictest script, as its conversions print values.
  case lines([String])
  /// `N values hashing to MD5`.
  case hash(count: Int, md5: String)
  /// A sqllogictest query without `----`: only that it runs.
  case anything
}
