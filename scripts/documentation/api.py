"""The reference of a JSON API as Markdown, from its OpenAPI description."""

import json
import re


def reference(description):
    """All requests and records of the API in a file."""
    api = json.loads(description.read_text(encoding="utf-8"))
    lines = [f"# {api['info']['title']}", "", api["info"].get("description", ""), "", "## Requests", ""]
    for path, methods in api["paths"].items():
        for method, request in methods.items():
            lines += request_lines(path, method, request)
    lines += ["## Records", ""]
    for name, schema in api["components"]["schemas"].items():
        lines += record_lines(name, schema)
    return "\n".join(lines) + "\n"


def request_lines(path, method, request):
    """One request: what it does, its parameters, its body and its answers."""
    lines = [f"### `{method.upper()} {path}`", "", f"{request.get('summary', '')}.", "", request.get("description", ""), ""]
    parameters = request.get("parameters", [])
    if parameters:
        lines += ["| Parameter | Type | Meaning |", "| --- | --- | --- |"]
        lines += [parameter_line(parameter) for parameter in parameters]
        lines += [""]
    for media, body in request.get("requestBody", {}).get("content", {}).items():
        lines += [f"Body (`{media}`): {kind(body.get('schema', {}))}.", ""]
    lines += ["| Status | Answer |", "| --- | --- |"]
    lines += [answer_line(status, answer) for status, answer in request["responses"].items()]
    return [*lines, ""]


def parameter_line(parameter):
    """A table row for a parameter of a request."""
    name = f"`{parameter['name']}`" + (" (required)" if parameter.get("required") and parameter["in"] != "path" else "")
    meaning = parameter.get("description", "")
    if "example" in parameter:
        meaning = f"{meaning} Example: `{parameter['example']}`."
    return f"| {name} | {kind(parameter.get('schema', {}))} | {cell(meaning)} |"


def answer_line(status, answer):
    """A table row for an answer to a request."""
    records = [f"{kind(content['schema'])}" for content in answer.get("content", {}).values() if "schema" in content]
    return f"| {status} | {cell('; '.join([text for text in [answer.get('description', ''), *records] if text]))} |"


def record_lines(name, schema):
    """One record: its fields, or the alternatives that it may be."""
    lines = [f"### {name}", "", schema.get("description", ""), ""]
    fields = fields_of(schema)
    if not fields:
        return [*lines, f"{kind(schema).capitalize()}.", ""]
    lines += ["| Field | Type | Meaning |", "| --- | --- | --- |"]
    for field, inner in fields.items():
        lines += [f"| `{field}` | {kind(inner)} | {cell(inner.get('description', ''))} |"]
    return [*lines, ""]


def fields_of(schema):
    """The fields of a record, including those of the records that it includes."""
    found = {}
    for part in schema.get("allOf", []):
        found |= fields_of(part)
    return found | schema.get("properties", {})


def kind(schema):
    """A type in words, with a link if it is a record."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    for several in ("oneOf", "anyOf"):
        if several in schema:
            return " or ".join(dict.fromkeys(kind(part) for part in schema[several]))
    if "allOf" in schema:
        return " with ".join(kind(part) for part in schema["allOf"])
    if "enum" in schema:
        return " or ".join(f"`{json.dumps(value)}`" for value in schema["enum"])
    names = schema.get("type", "any")
    names = [names] if isinstance(names, str) else names
    return " or ".join(f"list of {kind(schema.get('items', {}))}" if name == "array" else name for name in names)


def cell(text):
    """A text, escaped for a table."""
    return re.sub(r"\s+", " ", text).replace("|", "\\|").strip()
