import Testing

@testable import AmalgamCore

struct SQLStatementsTests {
  @Test(arguments: [
    ("SELECT 1", ["SELECT 1"]),
    ("SELECT 1;", ["SELECT 1"]),
    (" SELECT 1 ; ; SELECT 2;\n", ["SELECT 1", "SELECT 2"]),
    ("", []),
    ("-- only; a comment", []),
    ("/* a; b */ SELECT 1; -- c;\nSELECT 2", ["/* a; b */ SELECT 1", "-- c;\nSELECT 2"]),
    (
      "SELECT ';', \"a;b\", `c;d`, [e;f]; SELECT 'it''s;'",
      ["SELECT ';', \"a;b\", `c;d`, [e;f]", "SELECT 'it''s;'"]
    ),
    ("/**/;SELECT 1", ["SELECT 1"]),
    ("SELECT 1 -- no end", ["SELECT 1 -- no end"]),
    ("SELECT 'no end;", ["SELECT 'no end;"]),
    ("SELECT 1 /* no end;", ["SELECT 1 /* no end;"]),
  ])
  func `a semicolon parts statements outside of quotes and comments`(
    sql: String,
    statements: [String]
  ) {
    #expect(SQLStatements.split(sql) == statements)
  }

  @Test func `a trigger ends at END behind a semicolon`() {
    let trigger = """
      CREATE TEMP TRIGGER t AFTER INSERT ON a BEGIN
        INSERT INTO b VALUES(CASE new.x WHEN 1 THEN 2 END); -- END;
        DELETE FROM c; END
      """

    #expect(SQLStatements.split("\(trigger);SELECT 1") == [trigger, "SELECT 1"])
    #expect(SQLStatements.split("CREATE TABLE t(trigger);SELECT 1").count == 2)
  }
}
