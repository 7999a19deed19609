"""validate.py FORM FILE...: exits 1 with a line for each file that is no valid FORM.

FORM is junit (junit-10.xsd, in the folder `source` of the environment that runs this) or sarif.
"""
import os, sys


def junit(path):
    import xmlschema

    xmlschema.XMLSchema(os.path.join(sys.prefix, "source", "junit-10.xsd")).validate(path)


def sarif(path):
    from sarif_pydantic import Sarif

    with open(path, encoding="utf-8") as file:
        Sarif.model_validate_json(file.read())


status = 0
for path in sys.argv[2:]:
    try:
        {"junit": junit, "sarif": sarif}[sys.argv[1]](path)
    except Exception as problem:
        print(f"{path}: {problem}")
        status = 1
sys.exit(status)
