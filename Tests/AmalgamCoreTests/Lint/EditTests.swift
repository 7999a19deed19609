import AmalgamCore
import Testing

struct EditTests {
  /// Takes the only mention of `SQLITE_DQS` out of `text`.
  private func removing(from text: String, file: String = "x") throws -> String {
    let mentions = OptionText(text, file: file).mentions
    let mention = try #require(mentions.first { $0.option.name == "SQLITE_DQS" })
    return mention.removal.applied(to: text)
  }

  @Test(arguments: [
    ("-DSQLITE_DQS=0 -DA", "-DA"),
    ("-DA -DSQLITE_DQS=0 -DB\n", "-DA -DB\n"),
    ("  -DSQLITE_DQS=0\n-DB\n", "-DB\n"),
    ("-DA \\\n -DSQLITE_DQS=0 \\\n -DB\n", "-DA \\\n -DB\n"),
    ("-DA \\\n -DSQLITE_DQS=0\nall:\n", "-DA \\\n\nall:\n"),
    ("[ 'SQLITE_DQS=0', 'SQLITE_B' ]", "[ 'SQLITE_B' ]"),
    ("['SQLITE_B', 'SQLITE_DQS']\n", "['SQLITE_B', ]\n"),
    ("SQLITE_DQS=0\r\nSQLITE_B\r\n", "SQLITE_B\r\n"),
    ("#define SQLITE_DQS 0\n", ""),
    ("x.define(\"SQLITE_DQS\", \"0\")\n.define(\"SQLITE_B\")\n", "x\n.define(\"SQLITE_B\")\n"),
  ])
  func `what is removed takes its comma and its empty line along`(
    text: String,
    expected: String
  ) throws {
    #expect(try removing(from: text) == expected)
  }

  @Test func `an edit of another text changes nothing`() throws {
    let mention = try #require(OptionText("-DA -DSQLITE_DQS=0", file: "x").mentions.last)

    for text in ["", "-DA", "-DA -DSQLITE_DQ", "é"] {
      #expect(mention.removal.applied(to: text) == text)
      #expect(mention.writing("SQLITE_B").applied(to: text) == text)
    }
  }

  @Test func `edits of one file are made from its end`() throws {
    let text = "-DSQLITE_A -DSQLITE_B -DSQLITE_C"
    let mentions = OptionText(text, file: "x").mentions
    let choice = Fix.Choice([mentions[0].writing("SQLITE_LONGER"), mentions[2].removal])

    #expect(choice.applied(to: text, of: "x") == "-DSQLITE_LONGER -DSQLITE_B ")
    #expect(choice.applied(to: text, of: "y") == text)
  }
}
