"""A conformance driver over Python's sqlite3 module; PROTOCOL.md says what it speaks."""
import sqlite3, sys
requests, answers, opened, whole = sys.stdin.buffer, sys.stdout.buffer, {}, sqlite3.complete_statement
lists = {"version": "SELECT sqlite_version(), sqlite_source_id(), NULL", "options": "PRAGMA compile_options",
         "functions": "SELECT * FROM pragma_function_list", "pragmas": "SELECT * FROM pragma_pragma_list",
         "modules": "SELECT name FROM pragma_module_list WHERE name NOT LIKE 'pragma_%'",
         "collations": "SELECT name FROM pragma_collation_list", "manifest": "SELECT amalgam_manifest()"}
forms = {int: b"i %d", float: b"r %.17g", bytearray: b"t %d\n%b", bytes: b"b %d\n%b"}
def connect(kind, path=None):
    connection = sqlite3.connect(":memory:" if kind == "memory" else path, isolation_level=None)
    connection.text_factory = bytearray  # tells text from blobs, and takes any bytes
    if kind == "wal": connection.execute("PRAGMA journal_mode=wal")
    return connection
def show(rows):
    for row in rows:
        answers.write(b"row\n")
        for value in row:
            content = (len(value), value) if isinstance(value, (bytearray, bytes)) else value
            answers.write(b"value %b\n" % (b"n" if value is None else forms[type(value)] % content))
def answer(verb, words, sql):
    if verb == "open": opened[words[0]] = connect(*words[1:])
    elif verb == "close": opened.pop(words[0]).close()
    elif verb == "list" and words[0] in lists: show(connect("memory").execute(lists[words[0]]))
    elif verb == "plan": show(row[3:] for row in opened[words[1]].execute("EXPLAIN QUERY PLAN " + sql))
    elif verb != "sql": raise NotImplementedError(f"it has no '{' '.join([verb] + words[:verb == 'list'])}'")
    while verb == "sql" and sql:  # a statement at a time
        end = next((i for i, c in enumerate(sql, 1) if c == ";" and whole(sql[:i])), len(sql))
        show(opened[words[1]].execute(sql[:end]))
        sql = sql[end:]
answers.write(b"amalgam-driver 1 %b %b\n" % next(connect("memory").execute(lists["version"]))[:2])
for line in requests:
    verb, *words = line[:-1].decode().split(" ", 3)
    sql = requests.read(int(words[-1]) + 1)[:-1].decode() if verb in ("sql", "plan", "pool") else ""
    print("begin", words[0] if verb in ("sql", "plan", "probe") else verb, flush=True)
    try: result = answer(verb, words, sql) or b"ok\n"
    except Exception as error:
        code = getattr(error, "sqlite_errorcode", {NotImplementedError: -1, KeyError: 21}.get(type(error), 1))
        result = b"error %d %d\n%b\n" % (code, len(str(error).encode()), str(error).encode())
    answers.write(result + b"end\n")
answers.write(b"bye -1\n")
