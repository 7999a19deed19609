"""A conformance driver over Python's sqlite3 module; PROTOCOL.md says what it speaks."""
import sqlite3, sys

requests, answers, connections = sys.stdin.buffer, sys.stdout.buffer, {}
lists = {"options": "PRAGMA compile_options", "manifest": "SELECT amalgam_manifest()",
         "version": "SELECT sqlite_version(), sqlite_source_id(), NULL",
         "functions": "SELECT name, builtin, type, enc, narg, flags FROM pragma_function_list",
         "modules": "SELECT name FROM pragma_module_list WHERE name NOT LIKE 'pragma_%'",
         "collations": "SELECT name FROM pragma_collation_list",
         "pragmas": "SELECT name FROM pragma_pragma_list"}

def connect(path):
    connection = sqlite3.connect(path, isolation_level=None)
    connection.text_factory = lambda text: text.decode("utf-8", "surrogateescape")
    return connection

def counted(words, content):
    answers.write(b"%s %d\n%s\n" % (words, len(content), content))

def show(rows):
    for row in rows:
        answers.write(b"row\n")
        for value in row:
            if isinstance(value, str): counted(b"value t", value.encode("utf-8", "surrogateescape"))
            elif isinstance(value, bytes): counted(b"value b", value)
            elif isinstance(value, int): answers.write(b"value i %d\n" % value)
            else: answers.write(b"value n\n" if value is None else b"value r %.17g\n" % value)

def run(connection, sql):
    start = 0
    for end in [at for at, letter in enumerate(sql, 1) if letter == ";"] + [len(sql)]:
        if sqlite3.complete_statement(sql[start:end]) or end == len(sql):
            show(connection.execute(sql[start:end]))
            start = end

def answer(verb, words, sql):
    if verb == "open":
        connections[words[0]] = connect(":memory:" if words[1] == "memory" else words[2])
        if words[1] == "wal": connections[words[0]].execute("PRAGMA journal_mode=wal")
    elif verb == "close": connections.pop(words[0]).close()
    elif verb == "sql": run(connections[words[1]], sql)
    elif verb == "plan":
        show(row[3:] for row in connections[words[1]].execute("EXPLAIN QUERY PLAN " + sql))
    elif verb == "list" and words[0] in lists: show(connect(":memory:").execute(lists[words[0]]))
    else: raise NotImplementedError(f"it has no '{' '.join([verb] + words[:verb == 'list'])}'")

source = connect(":memory:").execute("SELECT sqlite_source_id()").fetchone()[0]
answers.write(f"amalgam-driver 1 {sqlite3.sqlite_version} {source}\n".encode())
while line := requests.readline().decode().rstrip("\n"):
    verb, *words = line.split(" ", 3)
    sql = requests.read(int(words[-1]) + 1)[:-1].decode() if verb in ("sql", "plan", "pool") else ""
    answers.write(f"begin {words[0] if verb in ('sql', 'plan', 'probe') else verb}\n".encode())
    answers.flush()
    try:
        answer(verb, words, sql)
        answers.write(b"ok\n")
    except Exception as error:
        code = {NotImplementedError: -1, KeyError: 21}.get(type(error), 1)
        counted(b"error %d" % getattr(error, "sqlite_errorcode", code), str(error).encode())
    answers.write(b"end\n")
answers.write(b"bye -1\n")
