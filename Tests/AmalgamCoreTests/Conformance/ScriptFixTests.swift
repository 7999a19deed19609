import AmalgamCore
import Testing

/// Each way out that a script's problems name leads out: with it applied, the script is read.
struct ScriptFixTests {
  @Test(arguments: [
    ("# amalgam 2\n", "# amalgam 1\n"),
    ("# amalgam 1\nrequire fts5\n", "# amalgam 1\nrequire module:fts5\n"),
    (
      "# amalgam 1\nskipif module:fts5\n\nstatement ok\nSELECT 1\n",
      "# amalgam 1\nskipif module:fts5\nstatement ok\nSELECT 1\n"
    ),
    ("# amalgam 1\ndatabase disk\n", "# amalgam 1\ndatabase file\n"),
    (
      "# amalgam 1\nstatement ok\nSELECT 1\n\ndatabase file\n",
      "# amalgam 1\ndatabase file\n\nstatement ok\nSELECT 1\n"
    ),
    ("# amalgam 1\nconnection\n", "# amalgam 1\nconnection two\n"),
    ("# amalgam 1\nrestart now\n", "# amalgam 1\nrestart\n"),
    (
      "# amalgam 1\nstatement error\nSELECT x\n",
      "# amalgam 1\nstatement error no such column\nSELECT x\n"
    ),
    ("# amalgam 1\nplan SCAN\nSELECT 1\n", "# amalgam 1\nplan require SCAN\nSELECT 1\n"),
    ("# amalgam 1\nquery I\nSELECT 1\n", "# amalgam 1\nquery I\nSELECT 1\n----\n1\n"),
    (
      "# amalgam 1\nstatement ok\nSELECT 1\n----\n1\n",
      "# amalgam 1\nquery I\nSELECT 1\n----\n1\n"
    ),
    (
      "# amalgam 1\nquery IT valuesort\nSELECT 1, 'a'\n----\n1\na\n",
      "# amalgam 1\nquery LL valuesort\nSELECT 1, 'a'\n----\n1\n'a'\n"
    ),
    (
      "# amalgam 1\nquery R\nSELECT 1.5\n----\none and a half\n",
      "# amalgam 1\nquery R\nSELECT 1.5\n----\n1.5\n"
    ),
    (
      "# amalgam 1\nquery II\nSELECT 1, 2\n----\n1 2 3\n",
      "# amalgam 1\nquery II\nSELECT 1, 2\n----\n1\n2\n"
    ),
    ("statement ok\n", "statement ok\nSELECT 1\n"),
    ("statement error no such\nSELECT x\n", "statement error\nSELECT x\n"),
    ("skipif module:fts5 yes\nhalt\n", "skipif sqlite\nhalt\n"),
    ("hash-threshold many\n", "hash-threshold 8\n"),
    ("query II sorted\nSELECT 1, 2\n", "query II rowsort\nSELECT 1, 2\n"),
  ])
  func `what was refused is read once it is mended`(refused: String, mended: String) {
    #expect(throws: Failures.self) { try ScriptParser.parse(refused, file: "s.test") }
    #expect(throws: Never.self) { try ScriptParser.parse(mended, file: "s.test") }
  }
}
