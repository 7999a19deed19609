"""validate.py FORM FILE...: exits 1 with a line for each file that is no valid FORM.

FORM is junit (junit-10.xsd, in the folder `source` of the environment that runs this), sarif or spdx.
"""
import os, sys


def junit(path):
    import xmlschema

    xmlschema.XMLSchema(os.path.join(sys.prefix, "source", "junit-10.xsd")).validate(path)


def sarif(path):
    from sarif_pydantic import Sarif

    with open(path, encoding="utf-8") as file:
        Sarif.model_validate_json(file.read())


def spdx(path):
    from spdx_tools.spdx.parser.parse_anything import parse_file
    from spdx_tools.spdx.validation.document_validator import validate_full_spdx_document

    named = path + ".spdx.json"
    os.link(path, named)
    try:
        messages = validate_full_spdx_document(parse_file(named))
    finally:
        os.remove(named)
    if messages:
        raise ValueError("; ".join(m.validation_message for m in messages))


status = 0
for path in sys.argv[2:]:
    try:
        {"junit": junit, "sarif": sarif, "spdx": spdx}[sys.argv[1]](path)
    except Exception as problem:
        print(f"{path}: {problem}")
        status = 1
sys.exit(status)
